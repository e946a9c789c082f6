import type { McpClientId } from '../../contract/mcp-clients.ts';

/** The files that a client always reads. */
export interface PointerPlaces {
  /**
   * Files for all of a user's projects, as templates (see `expandPath`): the first that is there, else the last. Absent
   * where the client keeps such rules elsewhere.
   */
  readonly user?: readonly string[];
  /** Where rules for all projects are kept that are in no file, for people. */
  readonly instead?: string;
  /**
   * Files in a project, `/` between segments: the first that is there, since many clients read only one of them and a new
   * one would hide another. Absent where the client knows no projects.
   */
  readonly project?: readonly string[];
  /** The file that is made in a project that has none. Default `AGENTS.md`. */
  readonly made?: string;
}

export const AGENTS_FILE = 'AGENTS.md';

/** What to do where no client is meant: most read `AGENTS.md`, and where there is only `CLAUDE.md`, they read that. */
export const ANY_CLIENT: PointerPlaces = { project: [AGENTS_FILE, 'CLAUDE.md'] };

const VSCODE: PointerPlaces = {
  instead: 'a file of instructions in your profile (Chat: New Instructions File…)',
  project: [AGENTS_FILE, '.github/copilot-instructions.md', 'CLAUDE.md'],
};

/** Each client's own documents, November 2026. A client that isn't here has no file that we know of. */
export const POINTER_PLACES: Readonly<Partial<Record<McpClientId, PointerPlaces>>> = {
  // https://code.claude.com/docs/en/memory: AGENTS.md is read in place of CLAUDE.md
  'claude-code': {
    user: ['<CLAUDE_CONFIG_DIR|~/.claude>/CLAUDE.md'],
    project: ['CLAUDE.md', '.claude/CLAUDE.md', AGENTS_FILE],
  },
  // https://cursor.com/docs/rules
  cursor: { instead: 'Cursor, Settings, Rules, User Rules', project: [AGENTS_FILE] },
  // https://code.visualstudio.com/docs/agents/reference/custom-instructions-reference
  vscode: VSCODE,
  'vscode-insiders': VSCODE,
  vscodium: VSCODE,
  // https://docs.windsurf.com/windsurf/cascade/memories
  windsurf: { user: ['~/.codeium/windsurf/memories/global_rules.md'], project: [AGENTS_FILE] },
  // https://zed.dev/docs/ai/instructions: it reads the first of these, and no other
  zed: {
    user: ['<roaming>/Zed/AGENTS.md', '<xdg>/zed/AGENTS.md'],
    project: [
      '.rules',
      '.cursorrules',
      '.windsurfrules',
      '.clinerules',
      '.github/copilot-instructions.md',
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
  // https://geminicli.com/docs/cli/gemini-md (`context.fileName` in its settings may name other files)
  'gemini-cli': {
    user: ['~/.gemini/GEMINI.md'],
    project: ['GEMINI.md'],
    made: 'GEMINI.md',
  },
  // https://www.jetbrains.com/help/junie/customize-guidelines.html
  jetbrains: {
    project: ['.junie/AGENTS.md', '.junie/guidelines.md'],
    made: '.junie/guidelines.md',
  },
};
