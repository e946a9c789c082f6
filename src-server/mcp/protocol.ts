import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { version } from '../built-files.ts';
import { type AgentText, joinText, LINES, ownWords } from '../contract/agent-lines.ts';
import type { IndexEntry } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { groupBy } from '../contract/words.ts';

/** What this server introduces itself as. */
export const SERVER_INFO = { name: 'skills-registry', title: 'Skills Registry', version };

/** What this server answers itself; handshake, ping and subscriptions are the SDK's. */
export const MCP_METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const;
export type McpMethod = (typeof MCP_METHODS)[number];

/** How long clients may keep answers: shortly, since the registry may change. Calls of tools are never kept. */
export const CACHE_HINT = { ttlMs: 5_000, cacheScope: 'private' } as const;

/**
 * What this server can do.
 *
 * @param tellsChanges whether its client can listen for changes of the list of resources
 */
export function capabilitiesOf(tellsChanges: boolean) {
  // Explicit, as the SDK's default is true.
  return { tools: { listChanged: false }, resources: { listChanged: tellsChanges } };
}

export type McpObject = Readonly<Record<string, unknown>>;

/** A client as it introduced itself. */
export interface McpClient {
  readonly name: string;
  readonly version: string;
}

/** Makes the error for wrong parameters, also for unknown tools and resources. */
export const invalidParams = (message: string, data?: unknown) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

export const internalError = (message: string) => new ProtocolError(ProtocolErrorCode.InternalError, message);

export const UNKNOWN_CLIENT: McpClient = { name: 'unknown', version: '' };

export function toClient(info: unknown): McpClient | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { name, version } = info as Readonly<Record<string, unknown>>;
  const shown = typeof name === 'string' ? clean(name) : '';
  return shown === ''
    ? undefined
    : { name: shown, version: typeof version === 'string' ? clean(version) : '' };
}

/**
 * Makes the session id of a client of the revisions of 2025, which introduces itself once. The id contains its name,
 * so that no state is kept, and grants nothing.
 */
export function makeSessionId({ name, version }: McpClient): string {
  return `${randomUUID()}.${Buffer.from(JSON.stringify([name, version])).toString('base64url')}`;
}

/** Returns the client of a session id; undefined for an id of somebody else. */
export function clientOfSession(sessionId: string | null): McpClient | undefined {
  const encoded = sessionId?.split('.')[1];
  if (encoded === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return Array.isArray(value) ? toClient({ name: value[0], version: value[1] }) : undefined;
  } catch {
    return undefined;
  }
}

function clean(text: string): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LIMITS.clientCharacters);
}

/**
 * Characters for the names of libraries, some 200 tokens: some clients load only the names of tools and the
 * instructions.
 */
const NAMES_CHARACTERS = 600;
/** A name that is listed: others could pass for our words. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/;

/** What a client tells its model at the start: the rules first, the names of the registry last. */
export function instructionsOf(skills: readonly IndexEntry[] | undefined): AgentText {
  return skills === undefined ? withRules(LINES.unavailable()) : wordsOf(skills).instructions;
}

/** The rules alone: for a model that can't wait until the names of the registry are known. */
export function instructionsWithoutNames(): AgentText {
  return joinText([LINES.rule(), LINES.ruleMore(), LINES.ruleEvidence()]);
}

/** Counts the skills that agents get and names their languages: `66 skills: cpp, rust, go`. */
export function countLanguages(skills: readonly IndexEntry[]): AgentText {
  return wordsOf(skills).languages;
}

interface ListWords {
  readonly instructions: AgentText;
  readonly languages: AgentText;
}

/** The words of each list, made once: every request over MCP begins with the instructions. */
const made = new WeakMap<readonly IndexEntry[], ListWords>();

function wordsOf(skills: readonly IndexEntry[]): ListWords {
  const known = made.get(skills);
  if (known !== undefined) return known;
  const byLanguage = namesByLanguage(skills);
  const given = skills.filter(({ _withheld: why }) => why === undefined).length;
  const count = `${given} skill${given === 1 ? '' : 's'}`;
  const languages = byLanguage.size === 0 ? count : `${count}: ${[...byLanguage.keys()].join(', ')}`;
  const words = { instructions: withRules(covered(byLanguage)), languages: ownWords(languages) };
  made.set(skills, words);
  return words;
}

function withRules(last: AgentText): AgentText {
  return joinText([instructionsWithoutNames(), last]);
}

function covered(byLanguage: ReadonlyMap<string, readonly string[]>): AgentText {
  const shown = shareOfNames(byLanguage);
  const isWhole = Array.from(byLanguage, ([language, names]) => names.length === shown.get(language)?.length);
  const listed = Array.from(shown, ([language, names]) => `${language}: ${names.join(', ')}`).join('; ');
  return (isWhole.includes(false) ? LINES.someLibraries : LINES.libraries)(ownWords(listed));
}

/** Gives each language a name in turn, the most trusted first, until there is no room for more. */
function shareOfNames(
  byLanguage: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const shown = new Map(Array.from(byLanguage.keys(), (language) => [language, [] as string[]]));
  let left = NAMES_CHARACTERS;
  for (let turn = 0; ; turn += 1) {
    let isAdded = false;
    for (const [language, names] of byLanguage) {
      const { [turn]: name } = names;
      if (name === undefined || name.length + 2 > left) continue;
      shown.get(language)?.push(name);
      left -= name.length + 2;
      isAdded = true;
    }
    if (!isAdded) return shown;
  }
}

/** Groups the names of libraries that agents get by language, those with most skills first. */
function namesByLanguage(skills: readonly IndexEntry[]): ReadonlyMap<string, readonly string[]> {
  const plain = skills.filter(
    ({ language, name, _withheld: why }) =>
      why === undefined && PLAIN_NAME.test(language) && PLAIN_NAME.test(name),
  );
  const byLanguage = groupBy(plain, ({ language }) => language);
  const names = Array.from(byLanguage, ([language, own]) => {
    const ordered = own.toSorted((a, b) => rank(b) - rank(a)).map(({ name }) => name);
    return [language, [...new Set(ordered)]] as const;
  });
  return new Map(names.sort(([, a], [, b]) => b.length - a.length));
}

/** Orders by trust; of equal skills, the de-facto standard comes first. */
function rank({ trust_score: trust = 0, group }: IndexEntry): number {
  return 2 * trust + (group === 'main' ? 1 : 0);
}
