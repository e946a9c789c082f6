/** The few lines in a file that an agent always reads, which say when to ask this service. */
import type { McpClientId } from './mcp-clients.ts';

/** The line before the pointer, by which it is found again. */
export const POINTER_START = '<!-- skills-registry:start -->';
/** The line after it. */
export const POINTER_END = '<!-- skills-registry:end -->';

/**
 * What stands between the two marks, line by line. It names no address and no version, so that it seldom has to change.
 */
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

/** The whole block, marks included, in lines without their ends. */
export const POINTER_LINES: readonly string[] = [POINTER_START, ...LINES, POINTER_END];

/** Whose file the pointer goes into: one that a client reads in all projects, or one in a project. */
export type PointerScope = 'user' | 'project';

/** Whose file is meant: that of one client for all projects, or one in a project, of one client or of any. */
export type PointerTarget =
  | { readonly scope: 'user'; readonly client: McpClientId }
  /** `folder` is absolute. */
  | { readonly scope: 'project'; readonly folder: string; readonly client?: McpClientId };

/** To put it in, or bring it up to date; or to take it out. */
export type PointerDeed = 'add' | 'remove';

/** What the command line does with the pointer; default: it shows the change. */
export type PointerOption = '--write' | '--remove' | '--print';

/**
 * The words behind the program's name that deal with the pointer, as every line that names them has them.
 *
 * @param client default: all that read the project's file
 */
export function pointerWords(
  client: McpClientId | undefined,
  scope: PointerScope,
  ...options: readonly PointerOption[]
): readonly string[] {
  return [
    'connect',
    ...(client === undefined ? [] : [client]),
    '--pointer',
    ...(scope === 'project' ? ['--scope', scope] : []),
    ...options,
  ];
}
