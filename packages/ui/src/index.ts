/** Where the built window is, for those who serve or wrap it: `dist/index.html` of this package. */
export const builtFolder = 'dist';
