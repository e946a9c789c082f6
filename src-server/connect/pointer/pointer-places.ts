import type { McpClientId } from '../../contract/clients/mcp-clients.ts';

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
   * one would hide another.
   */
  readonly project: readonly string[];
  /** The file that is made in a project that has none. Default `AGENTS.md`. */
  readonly made?: string;
}

/** The file of rules that most agents read, in the root of a project. */
export const AGENTS_FILE = 'AGENTS.md';
const COPILOT_FILE = '.github/copilot-instructions.md';

/** What to do where no client is meant: most read `AGENTS.md`, and where there is only `CLAUDE.md`, they read that. */
export const ANY_CLIENT: PointerPlaces = { project: [AGENTS_FILE, 'CLAUDE.md'] };

// https://code.visualstudio.com/docs/agents/reference/custom-instructions-reference
const VSCODE: PointerPlaces = {
  instead: 'a file of instructions in your profile (Chat: New Instructions File…)',
  project: [AGENTS_FILE, COPILOT_FILE, 'CLAUDE.md'],
};

/** From each client's own documents, November 2026. A client that isn't here has no such file that we know of. */
export const POINTER_PLACES: Readonly<Partial<Record<McpClientId, PointerPlaces>>> = {
  // https://code.claude.com/docs/en/memory: AGENTS.md is read in place of CLAUDE.md
  'claude-code': {
    user: ['<CLAUDE_CONFIG_DIR|~/.claude>/CLAUDE.md'],
    project: ['CLAUDE.md', '.claude/CLAUDE.md', AGENTS_FILE],
  },
  // https://cursor.com/docs/rules
  cursor: { instead: 'Cursor, Settings, Rules, User Rules', project: [AGENTS_FILE] },
  vscode: VSCODE,
  'vscode-insiders': VSCODE,
  vscodium: VSCODE,
  // https://learn.microsoft.com/visualstudio/ide/copilot-chat-context (an option of Copilot Chat has it read)
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
  // https://zed.dev/docs/ai/instructions: it reads the first of these, and no other
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
  // https://geminicli.com/docs/cli/gemini-md (`context.fileName` in its settings may name other files)
  'gemini-cli': { user: ['~/.gemini/GEMINI.md'], project: ['GEMINI.md'], made: 'GEMINI.md' },
  // https://antigravity.google/docs/rules-workflows; AGENTS.md since 1.20.3
  antigravity: { user: ['~/.gemini/GEMINI.md'], project: [AGENTS_FILE, 'GEMINI.md'] },
  // https://opencode.ai/docs/rules: Claude Code's file is read where it has none of its own
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
  // https://docs.warp.dev/agents/capabilities/rules: WARP.md comes first where both are there
  warp: { instead: 'Warp Drive, Personal, Rules', project: ['WARP.md', AGENTS_FILE] },
  // https://goose-docs.ai/docs/guides/context-engineering/using-goosehints: both, in the folder of its settings, too
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
