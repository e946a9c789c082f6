/** Reads the events that clients send after their tools, and writes answers that their models get. */

import { isJsonObject, type JsonObject, ownMember } from '../contract/api.ts';
import type { McpClientId } from '../contract/clients/clients.ts';
import { LIMITS } from '../contract/limits.ts';

/** What one file had, and what was written into it. Texts may be parts of the file. */
export interface SeenFile {
  readonly path: string;
  /** What the client knows of the file: its text before or after, what was read, lines around a change and of it. */
  readonly known: string;
  /** Lines that the tool wrote; '' if it only read. */
  readonly written: string;
}

/** What a tool of a client did. */
export interface ToolEvent {
  readonly client: HookedClient;
  /** The client's own name of the conversation. */
  readonly session: string;
  readonly files: readonly SeenFile[];
}

/** `claude-code` stands for every client with its form of events that doesn't say who it is. */
type HookedClient = Extract<
  McpClientId,
  'claude-code' | 'qwen-code' | 'codex' | 'gemini-cli' | 'copilot-cli' | 'cursor' | 'vscode' | 'opencode'
>;

/**
 * Reads an event by its fields, whatever client sent it. Undefined for events of other kinds, and for those without a
 * session or a file.
 */
export function readToolEvent(body: unknown): ToolEvent | undefined {
  if (!isJsonObject(body)) return undefined;
  const session = textAt(body, 'session_id', 'sessionId', 'conversation_id');
  const tool = textAt(body, 'tool_name', 'toolName');
  if (session === '' || tool === '') return undefined;
  const event = textAt(body, 'hook_event_name', 'hookEventName');
  if (event !== '' && !/^(?:postToolUse|afterTool)$/i.test(event)) return undefined;
  const input = objectAt(body, 'tool_input', 'toolInput', 'toolArgs');
  const output = body['tool_response'] ?? body['tool_output'] ?? body['toolResult'];
  const files = [...patchedFiles(input), ...namedFile(input, output)];
  if (files.length === 0) return undefined;
  return {
    client: clientOf(body, tool),
    session: session.slice(0, LIMITS.sessionCharacters),
    files: files.slice(0, MOST_FILES),
  };
}

/** Files of one patch that are looked at. */
const MOST_FILES = 10;

function clientOf(body: JsonObject, tool: string): HookedClient {
  if ('toolName' in body) return 'copilot-cli';
  if ('conversation_id' in body) return 'cursor';
  if ('hookEventName' in body) return 'vscode';
  if (body['hook_event_name'] === 'AfterTool') return 'gemini-cli';
  if (body['client'] === 'opencode') return 'opencode';
  if (tool === 'apply_patch') return 'codex';
  return /^[a-z_]+$/.test(tool) ? 'qwen-code' : 'claude-code';
}

/** The answer in the form that the client gives to its model; `{}` says nothing. */
export function hookAnswer(client: HookedClient, text: string | undefined): object {
  if (text === undefined) return {};
  switch (client) {
    case 'copilot-cli':
      return { additionalContext: text };
    case 'cursor':
      return { additional_context: text };
    default: {
      const hookEventName = client === 'gemini-cli' ? 'AfterTool' : 'PostToolUse';
      return { hookSpecificOutput: { hookEventName, additionalContext: text } };
    }
  }
}

/** The first of the members that is a text; '' if none is. */
function textAt(from: object, ...names: readonly string[]): string {
  for (const name of names) {
    const value = ownMember(from, name);
    if (typeof value === 'string') return value;
  }
  return '';
}

/** The first of the members that is an object, or a text with one: Copilot CLI sends arguments as text. */
function objectAt(from: object, ...names: readonly string[]): JsonObject {
  for (const name of names) {
    const value = ownMember(from, name);
    if (isJsonObject(value)) return value;
    const parsed = typeof value === 'string' ? parsedObject(value) : undefined;
    if (parsed !== undefined) return parsed;
    if (typeof value === 'string') return { patch: value };
  }
  return {};
}

function parsedObject(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const PATHS = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file', 'notebook_path'] as const;
const BEFORE = ['old_string', 'oldString', 'old_str', 'oldText'] as const;
const AFTER = ['new_string', 'newString', 'new_str', 'newText', 'content', 'file_text', 'contents'] as const;

function* namedFile(input: JsonObject, output: unknown): Generator<SeenFile> {
  const path = textAt(input, ...PATHS);
  if (path === '') return;
  const { edits } = input;
  const changes = [input, ...(Array.isArray(edits) ? edits.filter(isJsonObject) : [])];
  const after = changes.map((change) => textAt(change, ...AFTER)).join('\n');
  const before = changes.map((change) => textAt(change, ...BEFORE)).join('\n');
  const original = originalText(output);
  const written = addedLines(`${before}\n${original}`, after);
  const read = after.trim() === '' ? readText(output) : '';
  // In its place, an import in a string stays one in a string.
  const isPlaced = before !== '' && changes.length === 1 && original.includes(before);
  const known = isPlaced
    ? original.replace(before, () => after)
    : [original, before, after, read].filter((text) => text !== '').join('\n');
  yield { path, known, written };
}

/** What the file had before, where the client says so. */
function originalText(output: unknown): string {
  if (!isJsonObject(output)) return '';
  const { returnDisplay: shown } = output;
  return textAt(output, 'originalFile') || (isJsonObject(shown) ? textAt(shown, 'originalContent') : '');
}

/** The lines of a text that another one doesn't have. */
function addedLines(before: string, after: string): string {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  return after
    .split('\n')
    .filter((line) => !known.has(line.trim()))
    .join('\n');
}

const OUTPUTS = ['content', 'llmContent', 'textResultForLlm', 'output', 'text', 'returnDisplay'] as const;

/** How deep an output may hold its texts: a list in a member, of parts. */
const DEEPEST_OUTPUT = 4;

/** What a tool read, without the numbers that clients put before lines. */
function readText(output: unknown, depth = 0): string {
  if (depth > DEEPEST_OUTPUT) return '';
  if (typeof output === 'string') return withoutNumbers(output);
  if (Array.isArray(output)) return output.map((part) => readText(part, depth + 1)).join('\n');
  if (!isJsonObject(output)) return '';
  const { file } = output;
  const text = isJsonObject(file) ? textAt(file, ...OUTPUTS) : textAt(output, ...OUTPUTS);
  if (text !== '') return withoutNumbers(text);
  const parts = output['content'] ?? output['llmContent'];
  return Array.isArray(parts) ? readText(parts, depth + 1) : '';
}

/** `    12→import x`, `12: import x` and `12. import x` give `import x`. */
function withoutNumbers(text: string): string {
  return text.replace(/^[ \t]{0,8}\d{1,6}(?:→|\t|[:.|] ?)/gm, '');
}

/** The files of a patch as Codex writes it, `*** Update File: path`, with lines that begin with a mark. */
function* patchedFiles(input: JsonObject): Generator<SeenFile> {
  const patch = textAt(input, 'command', 'patch', 'patchText', 'input');
  if (!patch.includes('*** Begin Patch')) return;
  let path = '';
  let known: string[] = [];
  let written: string[] = [];
  for (const line of patch.split('\n')) {
    const [, action, named] = /^\*\*\* (Add|Update|Delete|End)\b(?: File: (.+))?/.exec(line) ?? [];
    if (action !== undefined) {
      if (path !== '') yield { path, known: known.join('\n'), written: written.join('\n') };
      path = action === 'Delete' ? '' : (named ?? '').trim();
      [known, written] = [[], []];
    } else if (/^[ +]/.test(line)) {
      known.push(line.slice(1));
      if (line.startsWith('+')) written.push(line.slice(1));
    }
  }
  if (path !== '') yield { path, known: known.join('\n'), written: written.join('\n') };
}
