import type { AgentText } from '../../contract/agent-lines.ts';
import { type ActivityEvent, LANGUAGES } from '../../contract/api.ts';
import { ApiError } from '../../contract/errors.ts';
import { LIMITS, tooLongQuestion } from '../../contract/limits.ts';
import type { AnswerSources } from '../../skill-answer/fitted-skill.ts';
import type { McpObject } from '../protocol.ts';

/** The registry that the tools ask, and whether the caller still waits. */
export interface ToolSources extends AnswerSources {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal | undefined;
}

/** One of the four reads. A tool never fails for what a model wrote: its answer says what to write instead. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly inputSchema: McpObject;
  /** @param given the arguments as they came, unchecked */
  call(given: unknown, sources: ToolSources): Promise<ToolAnswer>;
}

/**
 * Text alone: where an answer has structured content too, clients show a model nothing else, with code escaped as
 * JSON (Claude Code 2.1.280, Codex; November 2026).
 */
interface ToolAnswer {
  readonly text: AgentText;
  readonly activity: Pick<ActivityEvent, 'target' | 'skillKey' | 'section' | 'tokens' | 'results'>;
}

/** What the tools take, by name. All are optional here: a tool says itself what it can't do without. */
interface ToolArguments {
  readonly path?: string;
  readonly section?: string;
  readonly query?: string;
  readonly version?: string;
  /** One of the languages of the specification. */
  readonly lang?: string;
  /** How many results the answer has at most: 1 to 50. */
  readonly limit?: number;
  /** The budget of the answer in tokens: 1 or more. */
  readonly max_tokens?: number;
}

type Name = keyof ToolArguments;

const text = (description: string): McpObject => ({ type: 'string', description });

const PROPERTIES: Readonly<Record<Name, McpObject>> = {
  path: text('Package, import or key, such as pgx or go/jackc/pgx'),
  section: text('pitfalls, safety, examples, or a title'),
  query: text('Task, or whole error message'),
  version: text('Version in use'),
  lang: { enum: LANGUAGES },
  limit: { type: 'integer' },
  max_tokens: { type: 'integer' },
};

/** Names of other tools' arguments that mean ours; the first match wins. */
const OTHER_NAMES: Readonly<Record<Name, string>> = {
  path: 'key skill name library package id library_id library_name crate module',
  section: 'file file_path heading topic part',
  query: 'q question text search task keyword keywords topic name library error',
  version: 'library_version',
  lang: 'language programming_language',
  limit: 'max count top_k k n max_results num_results',
  max_tokens: 'tokens budget token_budget token_limit',
};

/** What models call the listed languages. A map: a language may be named `constructor`. */
const LANGUAGE_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cpp: 'c++ cxx c',
    go: 'golang',
    rust: 'rs',
    js: 'javascript typescript ts node nodejs node.js',
    python: 'py python3',
  }).flatMap(([language, aliases]) => aliases.split(' ').map((alias) => [alias, language] as const)),
);

/**
 * Makes the JSON Schema of a tool's arguments.
 *
 * @param meanings what texts mean for this tool, in place of what they mean for others
 */
export function schemaOf(
  required: readonly Name[],
  optional: readonly Name[],
  meanings: Partial<Readonly<Record<Name, string>>> = {},
): McpObject {
  const properties = Object.fromEntries(
    [...required, ...optional].map((name) => {
      const { [name]: meaning } = meanings;
      return [name, meaning === undefined ? PROPERTIES[name] : text(meaning)];
    }),
  );
  return { type: 'object', properties, required };
}

/**
 * Takes what a model wrote as it was meant: `"5"` is 5, `c++` is cpp, null and unknown names are left out. Throws
 * `bad_query` for a longer question than `mostCharacters`.
 */
export function readArguments(
  given: unknown,
  names: readonly Name[],
  mostCharacters: number = LIMITS.postedQueryLength,
): ToolArguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  const sent = new Map(
    Object.entries(given).flatMap(([name, value]) =>
      value == null ? [] : [[plainName(name), value] as const],
    ),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const written = sent.has(name) ? name : OTHER_NAMES[name].split(' ').find((other) => sent.has(other));
      const value = written === undefined ? undefined : readValue(name, sent.get(written), mostCharacters);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `maxTokens`, `max-tokens` → `max_tokens`. */
function plainName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])|-/g, '_').toLowerCase();
}

function readValue(name: Name, value: unknown, mostCharacters: number): string | number | undefined {
  if (name === 'limit' || name === 'max_tokens') {
    const number = Math.trunc(Number(value));
    if (!Number.isFinite(number)) return undefined;
    return Math.max(1, name === 'limit' ? Math.min(number, 50) : number);
  }
  // Models write several names as a list, too. A section is one.
  const said =
    Array.isArray(value) && name !== 'section'
      ? value.filter((each) => typeof each === 'string').join(', ')
      : value;
  const words = (typeof said === 'string' || typeof said === 'number' ? String(said) : '').trim();
  if (words === '') return undefined;
  const tooLong = name === 'query' ? tooLongQuestion(words, mostCharacters) : undefined;
  if (tooLong !== undefined) throw new ApiError('bad_query', tooLong);
  if (name === 'query') return words;
  const short = words.slice(0, LIMITS.queryLength);
  return name === 'lang' ? (LANGUAGE_ALIASES.get(short.toLowerCase()) ?? short.toLowerCase()) : short;
}
