/** The subprotocols a window opens `/ws` with: `bureau.v1` and `bureau.token.TOKEN`. Apart, so that a window needs no schemas. */
export const wireProtocol = 'bureau.v1';
