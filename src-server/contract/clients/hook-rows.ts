/** The hooks of clients by which models are told unasked, as plain data, also listed in docs/connect.md. */

import type { McpClientId } from './clients.ts';

/**
 * Where a client keeps its hooks, and how it calls `POST /v1/hook` after its tools. Only for clients whose model was seen
 * to get the answer (`npm run clients`).
 */
export interface HookRow {
  readonly source: string;
  /** The file of the user, a template as of `McpClientRow`. */
  readonly file: string;
  /**
   * `http`: the client asks the address itself. `curl`: it starts curl, which is on every system. `plugin`: it loads our
   * file.
   */
  readonly form: 'http' | 'curl' | 'plugin';
  /** The client's name of the event after a tool has run. */
  readonly event: string;
  /** Tools that read or write files; absent where the client calls after every tool. */
  readonly matcher?: string;
  /** The member that bounds the waiting, in the client's unit. */
  readonly timeout?: Readonly<Record<string, number>>;
  /** Whether the file holds our hook alone. */
  readonly isOwnFile?: true;
  /** What is to be done after writing. */
  readonly note?: string;
}

export const HOOK_ROWS = {
  'claude-code': {
    source: 'https://code.claude.com/docs/en/hooks, November 2026',
    file: '<CLAUDE_CONFIG_DIR|~/.claude>/settings.json',
    form: 'http',
    event: 'PostToolUse',
    matcher: 'Read|Edit|Write',
    timeout: { timeout: 2 },
  },
  'qwen-code': {
    source: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks, November 2026',
    file: '<QWEN_HOME|~/.qwen>/settings.json',
    form: 'http',
    event: 'PostToolUse',
    matcher: 'read_file|edit|write_file',
    timeout: { timeout: 2 },
  },
  codex: {
    source: 'https://developers.openai.com/codex/hooks, November 2026',
    file: '<CODEX_HOME|~/.codex>/hooks.json',
    form: 'curl',
    event: 'PostToolUse',
    matcher: 'apply_patch',
    timeout: { timeout: 5 },
    note: 'In Codex, run /hooks and trust it: until then Codex skips it without a word.',
  },
  'gemini-cli': {
    source: 'https://geminicli.com/docs/hooks, November 2026',
    file: '<GEMINI_CLI_HOME|~>/.gemini/settings.json',
    form: 'curl',
    event: 'AfterTool',
    matcher: 'read_file|replace|write_file',
    // Milliseconds.
    timeout: { timeout: 5_000 },
  },
  'copilot-cli': {
    source: 'https://docs.github.com/en/copilot/reference/hooks-configuration, November 2026',
    file: '<COPILOT_HOME|~/.copilot>/hooks/skills-registry.json',
    form: 'curl',
    event: 'postToolUse',
    timeout: { timeoutSec: 5 },
    isOwnFile: true,
  },
  opencode: {
    source: 'https://opencode.ai/docs/plugins, November 2026',
    file: '<XDG_CONFIG_HOME|~/.config>/opencode/plugin/skills-registry.js',
    form: 'plugin',
    event: 'tool.execute.after',
    isOwnFile: true,
  },
} as const satisfies Partial<Record<McpClientId, HookRow>>;

export function hookRow(id: McpClientId): HookRow | undefined {
  return (HOOK_ROWS as Partial<Record<McpClientId, HookRow>>)[id];
}

/** The address of the hook, of the service at an MCP address. */
export function hookUrl(mcpUrl: string): string {
  return `${new URL(mcpUrl).origin}/v1/hook`;
}

/** Addresses that need no quotes in any shell. */
const PLAIN_URL = /^https?:\/\/[\w.:[\]-]+\/v1\/hook$/;

/** Whether an address can stand in the line of a shell as it is. */
export function isPlainUrl(url: string): boolean {
  return PLAIN_URL.test(url);
}

/** curl fails without a word where nothing answers, or an error does. */
function curlLine(program: string, url: string): string {
  return `${program} -sf -m 2 -H Content-Type:application/json --data-binary @- ${url}`;
}

/** Makes what stands in the list of the client's event: a group with a matcher, or the hook alone. */
export function hookGroup(
  { form, matcher, timeout }: HookRow,
  url: string,
  isWindows: boolean,
): Readonly<Record<string, unknown>> {
  if (form === 'http') return { matcher, hooks: [{ type: 'http', url, ...timeout }] };
  if (matcher === undefined)
    return {
      type: 'command',
      bash: curlLine('curl', url),
      powershell: curlLine('curl.exe', url),
      ...timeout,
    };
  const command = curlLine(isWindows ? 'curl.exe' : 'curl', url);
  return { matcher, hooks: [{ type: 'command', command, ...timeout }] };
}

/** The text of a file that holds our hook alone. */
export function ownHookFile(row: HookRow, url: string, isWindows: boolean): string {
  if (row.form === 'plugin') return pluginText(url);
  const hooks = { [row.event]: [hookGroup(row, url, isWindows)] };
  return `${JSON.stringify({ version: 1, hooks }, undefined, 2)}\n`;
}

/** The plugin of opencode. Without an answer within two seconds, the tool's output stays as it is. */
function pluginText(url: string): string {
  return `// Written by skills-registry: connect opencode --hook. Tells the model what a library gets wrong that a file imports.
const TOOLS = ['read', 'edit', 'write', 'apply_patch'];

export const SkillsRegistry = async () => ({
  'tool.execute.after': async ({ tool, sessionID, args }, output) => {
    if (!TOOLS.includes(tool)) return;
    try {
      const response = await fetch('${url}', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          client: 'opencode',
          session_id: sessionID,
          hook_event_name: 'PostToolUse',
          tool_name: tool,
          tool_input: args,
          tool_response: output.output,
        }),
        signal: AbortSignal.timeout(2_000),
      });
      const { hookSpecificOutput } = await response.json();
      const text = hookSpecificOutput?.additionalContext;
      if (text !== undefined) output.output += \`\\n\\n\${text}\`;
    } catch {
      // Nothing answers: nothing is told.
    }
  },
});
`;
}
