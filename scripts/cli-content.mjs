/** What the command line needs wherever it is packed, by its place in the project. */
export const CLI_CONTENT = [
  'LICENSE',
  'dist/server',
  'dist/third-party-notices.txt',
  'assets/sample-registry',
];

/** The file among it that only the desktop app forks. */
export const APP_ONLY = 'dist/server/utility-process.js';
