interface ClientName {
  readonly name: string;
  /** Prefixes of MCP names, lower case. */
  readonly seenAs: readonly string[];
}

/** Supported clients, in display order: agents first. Ids for command lines and records. */
export const CLIENT_NAMES = {
  'claude-code': { name: 'Claude Code', seenAs: ['claude-code'] },
  'claude-desktop': { name: 'Claude Desktop', seenAs: ['claude-ai', 'claude-desktop', 'claude desktop'] },
  codex: { name: 'Codex', seenAs: ['codex'] },
  'gemini-cli': { name: 'Gemini CLI', seenAs: ['gemini-cli', 'gemini'] },
  'qwen-code': { name: 'Qwen Code', seenAs: ['qwen'] },
  'copilot-cli': { name: 'Copilot CLI', seenAs: ['copilot-cli', 'github-copilot', 'copilot'] },
  opencode: { name: 'opencode', seenAs: ['opencode'] },
  antigravity: { name: 'Antigravity', seenAs: ['antigravity', 'agy'] },
  amp: { name: 'Amp', seenAs: ['amp'] },
  goose: { name: 'Goose', seenAs: ['goose'] },
  'lm-studio': { name: 'LM Studio', seenAs: ['lm studio', 'lmstudio', 'lm-studio'] },
  warp: { name: 'Warp', seenAs: ['warp'] },
  cursor: { name: 'Cursor', seenAs: ['cursor'] },
  vscode: { name: 'VS Code', seenAs: ['visual studio code', 'vscode'] },
  'vscode-insiders': {
    name: 'VS Code Insiders',
    seenAs: ['code - insiders', 'visual studio code - insiders'],
  },
  vscodium: { name: 'VSCodium', seenAs: ['vscodium'] },
  windsurf: { name: 'Windsurf', seenAs: ['windsurf', 'codeium', 'cascade'] },
  devin: { name: 'Devin', seenAs: ['devin'] },
  zed: { name: 'Zed', seenAs: ['zed'] },
  jetbrains: { name: 'JetBrains IDEs', seenAs: ['jetbrains', 'intellij', 'ai assistant'] },
  'jetbrains-air': { name: 'JetBrains Air', seenAs: ['jetbrains air', 'jetbrains-air'] },
  junie: { name: 'Junie', seenAs: ['junie'] },
  cline: { name: 'Cline', seenAs: ['cline'] },
  continue: { name: 'Continue', seenAs: ['continue'] },
  kiro: { name: 'Kiro', seenAs: ['kiro'] },
  'visual-studio': {
    name: 'Visual Studio',
    seenAs: ['visual studio 2', 'visualstudio', 'microsoft visual studio'],
  },
} as const satisfies Record<string, ClientName>;

export type McpClientId = keyof typeof CLIENT_NAMES;

export const MCP_CLIENT_IDS = Object.keys(CLIENT_NAMES) as readonly McpClientId[];

export function isClientName(id: McpClientId, name: string): boolean {
  const lower = name.toLowerCase();
  return CLIENT_NAMES[id].seenAs.some((start) => lower.startsWith(start));
}
