/** Of Bureau itself; package.json says the same, and a test checks it. */
export const version = '0.1.0';
