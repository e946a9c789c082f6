import type { SchemaError } from '*.schema.json?validate';
import { EditDistance } from '../../search/words/edit-distance.ts';
import { ToolFailure } from './tool.ts';

type Fits = ((data: unknown) => boolean) & { errors?: readonly SchemaError[] | null };

export interface ArgumentsCheck {
  readonly schema: { readonly properties: Readonly<Record<string, object>> };
  readonly fits: Fits;
}

/** From other tools; the first match wins. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  path: [
    ...['key', 'skill', 'name', 'library', 'package', 'id', 'library_id', 'library_name', 'skill_key'],
    ...['package_name', 'crate', 'module', 'context7compatible_library_id'],
  ],
  section: ['file', 'file_path', 'heading', 'topic', 'part'],
  query: ['q', 'question', 'text', 'search', 'task', 'keyword', 'keywords', 'topic', 'name', 'library'],
  lang: ['language', 'programming_language'],
  limit: ['max', 'count', 'top', 'top_k', 'k', 'n', 'max_results', 'num_results'],
  max_tokens: ['tokens', 'budget', 'token_budget', 'token_limit', 'limit'],
};

/** Calls may have tens of thousands. */
const MOST_NAMED = 5;

const LANGUAGES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  cxx: 'cpp',
  c: 'cpp',
  golang: 'go',
  javascript: 'js',
  typescript: 'js',
  ts: 'js',
  node: 'js',
  nodejs: 'js',
  py: 'python',
  python3: 'python',
  rs: 'rust',
};

/** `c++` → `cpp`. */
export function languageName(text: string): string {
  const name = text.trim().toLowerCase();
  return Object.hasOwn(LANGUAGES, name) ? (LANGUAGES[name] ?? name) : name;
}

/**
 * Converts `"2000"` to a number, `c++` to a language. Throws a `ToolFailure` that corrects argument names.
 */
export function checkArguments<T>(tool: string, args: unknown, { schema, fits }: ArgumentsCheck): T {
  const given = readable(args, schema.properties);
  const unknown = unknownNames(given, Object.keys(schema.properties));
  if (unknown.length === 0 && fits(given)) return given as T;
  const wrong = fits(given) ? [] : (fits.errors ?? []).map(reasonOf);
  const reasons = [...new Set([...unknown, ...wrong])];
  throw new ToolFailure(`${tool} was called with wrong arguments: ${reasons.join('; ')}.`);
}

function readable(args: unknown, properties: ArgumentsCheck['schema']['properties']): unknown {
  const given: unknown = args ?? {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  // Some models send all arguments, unused ones as null.
  const hasBudget = 'max_tokens' in properties;
  const sent = Object.entries(given).filter(
    ([name, value]) => value !== null && (hasBudget || name in properties || !isBudget(name)),
  );
  const mended = renamed(sent, Object.keys(properties)).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    if (name === 'lang') return [name, value.trim() === '' ? undefined : languageName(value)];
    const isNumber = isInteger(properties[name]) && /^\s*\d{1,9}\s*$/.test(value);
    return [name, isNumber ? Number(value) : value];
  });
  return Object.fromEntries(mended.filter(([, value]) => value !== undefined));
}

/** Ignorable for short answers. */
function isBudget(name: string): boolean {
  const plain = plainName(name);
  return plain === 'max_tokens' || OTHER_NAMES['max_tokens']?.includes(plain) === true;
}

/** Unless already given. */
function renamed(
  sent: readonly (readonly [string, unknown])[],
  known: readonly string[],
): readonly (readonly [string, unknown])[] {
  const taken = new Set(sent.map(([name]) => name));
  return sent.map(([name, value]) => {
    if (known.includes(name)) return [name, value];
    const plain = plainName(name);
    const meant = known.find((own) => own === plain || OTHER_NAMES[own]?.includes(plain));
    if (meant === undefined || taken.has(meant)) return [name, value];
    taken.add(meant);
    return [meant, value];
  });
}

/** `maxTokens`, `max-tokens` → `max_tokens`. */
function plainName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])|-/g, '_').toLowerCase();
}

function isInteger(schema: object | undefined): boolean {
  return schema !== undefined && 'type' in schema && schema.type === 'integer';
}

function unknownNames(given: unknown, known: readonly string[]): readonly string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const named = unknown.slice(0, MOST_NAMED).map((name) => {
    const meant = meantName(name, known);
    const hint = meant === undefined ? `there are: ${known.join(', ')}` : `did you mean '${meant}'`;
    return `there is no '${name.slice(0, 40)}', ${hint}`;
  });
  const others = unknown.length - named.length;
  return others === 0 ? named : [...named, `and ${others} more that are unknown`];
}

function meantName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  const edits = new EditDistance();
  const bytes = (text: string) => new TextEncoder().encode(text.slice(0, 40));
  return (
    known.find((candidate) => candidate === plain || OTHER_NAMES[candidate]?.includes(plain)) ??
    known.find((candidate) => edits.between(bytes(candidate), bytes(plain), 2) <= 2)
  );
}

function reasonOf({ instancePath, message = 'is not as it should be', params }: SchemaError): string {
  const allowed = params['allowedValues'];
  const values = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  return `${instancePath.slice(1) || 'arguments'} ${plain(message)}${values}`;
}

function plain(message: string): string {
  return message.startsWith('must match pattern') ? 'must not be blank' : message;
}
