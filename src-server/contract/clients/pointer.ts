/** Lines about our service in an agent's rules file. */

/** Also identifies the block. */
export const POINTER_START = '<!-- skills-registry:start -->';
export const POINTER_END = '<!-- skills-registry:end -->';

/** Without address and version: seldom changes. */
const LINES = [
  '## Library skills',
  '',
  'Before you write or change code that uses a third-party library, call `get_skill` of the `skills-registry` MCP server',
  'with the package’s name, even if you think you know it: it says what goes wrong with it. Give your task or error as `query`.',
  'Prefer the answer to memory where it fits the installed version and language; otherwise ignore it.',
  '',
  'It runs on this computer. An answer has 3,000 tokens at most. Ask once for each library and task. If it knows nothing of a',
  'library, or can’t be reached, go on without it.',
];

export const POINTER_LINES: readonly string[] = [POINTER_START, ...LINES, POINTER_END];
