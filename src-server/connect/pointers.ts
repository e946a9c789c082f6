/** Writes the pointer: lines about our service in an agent’s rules file. */

import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChangePreview,
  type ConnectResult,
  MCP_CLIENTS,
  type McpClientId,
  POINTER_LINES,
} from '../contract/clients/clients.ts';
import { blockMarks, findBlock, removeBlock, setBlock } from '../platform/changed-lines.ts';
import { expandPath, type Machine } from './machine.ts';
import {
  changeFile,
  linkObstacle,
  type PlannedChange,
  plannedChange,
  plannedRemoval,
  previewOf,
  readSettings,
} from './settings-file.ts';

/** Where a client reads instructions, for all projects of its user and in a single one. */
interface PointerPlaces {
  /**
   * Templates for `expandPath`: the first file that exists is taken, otherwise the last. It is absent if no
   * file is known.
   */
  readonly user?: readonly string[];
  /** Names a setting that is no file, for people. */
  readonly instead?: string;
  /**
   * The first file that exists is taken, because a new file could hide another. Segments have `/` between
   * them.
   */
  readonly project: readonly string[];
  /** This file is made in a project without rules; by default it is `AGENTS.md`. */
  readonly made?: string;
}

const AGENTS_FILE = 'AGENTS.md';
const COPILOT_FILE = '.github/copilot-instructions.md';

/** Most agents fall back to `CLAUDE.md`. */
const ANY_CLIENT: PointerPlaces = { project: [AGENTS_FILE, 'CLAUDE.md'] };

// https://code.visualstudio.com/docs/agents/reference/custom-instructions-reference
const VSCODE_PLACES: PointerPlaces = {
  instead: 'a file of instructions in your profile (Chat: New Instructions File…)',
  project: [AGENTS_FILE, COPILOT_FILE, 'CLAUDE.md'],
};

/** The places that each client’s documentation named in November 2026. */
export const POINTER_PLACES: Readonly<Partial<Record<McpClientId, PointerPlaces>>> = {
  // https://code.claude.com/docs/en/memory: AGENTS.md is read if there is no CLAUDE.md
  'claude-code': {
    user: ['<CLAUDE_CONFIG_DIR|~/.claude>/CLAUDE.md'],
    project: ['CLAUDE.md', '.claude/CLAUDE.md', AGENTS_FILE],
  },
  // https://cursor.com/docs/rules
  cursor: { instead: 'Cursor, Settings, Rules, User Rules', project: [AGENTS_FILE] },
  vscode: VSCODE_PLACES,
  'vscode-insiders': VSCODE_PLACES,
  vscodium: VSCODE_PLACES,
  // https://learn.microsoft.com/visualstudio/ide/copilot-chat-context (needs an option of Copilot Chat)
  'visual-studio': { project: [COPILOT_FILE], made: COPILOT_FILE },
  // https://docs.github.com/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions
  'copilot-cli': {
    user: ['<COPILOT_HOME|~/.copilot>/copilot-instructions.md'],
    project: [AGENTS_FILE, COPILOT_FILE],
  },
  // https://docs.devin.ai/desktop/cascade/memories
  windsurf: { user: ['~/.codeium/windsurf/memories/global_rules.md'], project: [AGENTS_FILE] },
  // https://docs.devin.ai/cli/extensibility/rules
  devin: { user: ['<roaming>/devin/AGENTS.md', '<xdg>/devin/AGENTS.md'], project: [AGENTS_FILE] },
  // https://zed.dev/docs/ai/instructions: only the first of these is read
  zed: {
    user: ['<roaming>/Zed/AGENTS.md', '<xdg>/zed/AGENTS.md'],
    project: [
      '.rules',
      '.cursorrules',
      '.windsurfrules',
      '.clinerules',
      COPILOT_FILE,
      'AGENT.md',
      AGENTS_FILE,
      'CLAUDE.md',
      'GEMINI.md',
    ],
  },
  // https://developers.openai.com/codex/guides/agents-md: one file in each folder
  codex: {
    user: ['<CODEX_HOME|~/.codex>/AGENTS.override.md', '<CODEX_HOME|~/.codex>/AGENTS.md'],
    project: ['AGENTS.override.md', AGENTS_FILE],
  },
  // https://geminicli.com/docs/cli/gemini-md (`context.fileName` in the settings may name other files)
  'gemini-cli': { user: ['~/.gemini/GEMINI.md'], project: ['GEMINI.md'], made: 'GEMINI.md' },
  // https://qwenlm.github.io/qwen-code-docs/en/users/configuration/memory
  'qwen-code': { user: ['<QWEN_HOME|~/.qwen>/QWEN.md'], project: ['QWEN.md', AGENTS_FILE] },
  // https://antigravity.google/docs/rules-workflows; AGENTS.md since 1.20.3
  antigravity: { user: ['~/.gemini/GEMINI.md'], project: [AGENTS_FILE, 'GEMINI.md'] },
  // https://opencode.ai/docs/rules: Claude Code's file is read if OpenCode has none
  opencode: {
    user: ['~/.config/opencode/AGENTS.md', '~/.claude/CLAUDE.md', '~/.config/opencode/AGENTS.md'],
    project: [AGENTS_FILE, 'CLAUDE.md'],
  },
  // https://ampcode.com/manual#AGENTS.md
  amp: {
    user: ['<XDG_CONFIG_HOME|~/.config>/amp/AGENTS.md'],
    project: [AGENTS_FILE, 'AGENT.md', 'CLAUDE.md'],
  },
  // https://docs.cline.bot/features/cline-rules/overview
  cline: { instead: 'Cline, Rules, Global Rules', project: [AGENTS_FILE] },
  // https://kiro.dev/docs/steering#agentsmd
  kiro: { user: ['<KIRO_HOME|~/.kiro>/steering/AGENTS.md'], project: [AGENTS_FILE] },
  // https://docs.warp.dev/agents/capabilities/rules: WARP.md takes precedence
  warp: { instead: 'Warp Drive, Personal, Rules', project: ['WARP.md', AGENTS_FILE] },
  // https://goose-docs.ai/docs/guides/context-engineering/using-goosehints: both files, also in goose's
  // settings folder
  goose: {
    user: [
      '<roaming>/Block/goose/config/.goosehints',
      '<roaming>/Block/goose/config/AGENTS.md',
      '<xdg>/goose/.goosehints',
      '<xdg>/goose/AGENTS.md',
    ],
    project: [AGENTS_FILE, '.goosehints'],
  },
  // https://www.jetbrains.com/help/ai-assistant/configure-agent-behavior.html
  jetbrains: { instead: 'Settings, Tools, AI Assistant, Rules', project: [AGENTS_FILE, 'CLAUDE.md'] },
  // https://www.jetbrains.com/help/junie/customize-guidelines.html
  junie: { project: ['.junie/AGENTS.md', '.junie/guidelines.md'], made: '.junie/guidelines.md' },
};

export interface PointerRequest {
  /** The pointer is for this client; by default it is for any client, and in a project. */
  readonly client?: McpClientId;
  /** The absolute folder of a project; by default the user’s own file is changed. */
  readonly project?: string;
  readonly remove?: boolean;
}

const POINTER_MARKS = blockMarks();

export async function previewPointer(machine: Machine, request: PointerRequest): Promise<ChangePreview> {
  return previewOf(await plan(machine, request));
}

/** Makes the change that the preview gave this token for, and refuses if it would now be another. */
export async function writePointer(
  machine: Machine,
  request: PointerRequest,
  token: string,
): Promise<ConnectResult> {
  return changeFile(
    await plan(machine, request),
    token,
    request.remove ? 'has no pointer' : 'has the pointer already',
    // Projects are shared with other users.
    request.project === undefined ? 0o600 : 0o644,
  );
}

async function plan(machine: Machine, request: PointerRequest): Promise<PlannedChange> {
  const { project, remove = false } = request;
  const found = await candidates(machine, request);
  if (!found.ok) return found;
  const { files, made } = found;
  const file = (await holderAmong(files)) ?? (await filesOrLinks(files))[0] ?? made;
  const read = await readSettings(file);
  if (!read.ok) return read;
  const before = read.text;
  const obstacle = await linkObstacle(before, machine.home, project);
  const byHand = `${remove ? 'Take the block out' : 'Paste the block'} yourself.`;
  if (obstacle !== undefined) return { ok: false, reason: `${obstacle} ${byHand}` };
  const edited = remove
    ? removeBlock(before.text, POINTER_MARKS)
    : setBlock(before.text, POINTER_MARKS, POINTER_LINES);
  if (!edited.ok)
    return { ok: false, reason: `${file} is left as it is. ${edited.reason} Put it right by hand.` };
  return remove ? plannedRemoval(before, edited.text) : plannedChange(before, edited.text);
}

/** The files that may hold the pointer; `made` is created if none of them exists. */
type Candidates =
  | { readonly ok: true; readonly files: readonly string[]; readonly made: string }
  | { readonly ok: false; readonly reason: string };

async function candidates(
  machine: Machine,
  { client, project, remove = false }: PointerRequest,
): Promise<Candidates> {
  const places = client === undefined ? ANY_CLIENT : POINTER_PLACES[client];
  const name = client === undefined ? '' : MCP_CLIENTS[client].name;
  if (places === undefined) return { ok: false, reason: `${name} has no file of rules that we know of.` };
  if (project === undefined) {
    const { user = [], instead } = places;
    const files = user.flatMap((template) => expandPath(template, machine) ?? []);
    const made = files.at(-1);
    if (made !== undefined) return { ok: true, files, made };
    const where = instead === undefined ? 'a project' : `${instead}, or a project`;
    const what = remove ? `take the block out of ${where} yourself` : `put the block into ${where}`;
    return { ok: false, reason: `${name}’s rules for all projects can’t be changed from here: ${what}.` };
  }
  const stats = await stat(project).catch(() => undefined);
  if (!stats?.isDirectory()) return { ok: false, reason: `${project} is no folder.` };
  const files = places.project.map((path) => join(project, ...path.split('/')));
  return { ok: true, files, made: join(project, ...(places.made ?? AGENTS_FILE).split('/')) };
}

async function holderAmong(files: readonly string[]): Promise<string | undefined> {
  for (const file of await filesOrLinks(files)) {
    const read = await readSettings(file);
    const found = read.ok ? findBlock(read.text.text, POINTER_MARKS) : undefined;
    if (found !== undefined && found.state !== 'absent') return file;
  }
  return undefined;
}

/** Leaves out folders such as `.clinerules`. */
async function filesOrLinks(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isFile() || stats?.isSymbolicLink() ? [path] : [];
    }),
  );
  return found.flat();
}
