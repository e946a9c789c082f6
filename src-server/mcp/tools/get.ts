import { type AgentText, joinText, LINES, namesInLine, ownWords } from '../../contract/agent-lines.ts';
import type { IndexEntry } from '../../contract/api.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { RegistryQueries } from '../../contract/queries.ts';
import { versionBehind } from '../../search/library-forms.ts';
import {
  fitEntries,
  fittedSkill,
  headLine,
  readEntry,
  type SkillRequest,
  withheldFileLine,
  withheldLine,
} from '../../skill-answer/fitted-skill.ts';
import { askedEntries } from '../../skill-answer/skill-entries.ts';
import { readArguments, schemaOf, type Tool, type ToolSources } from './tool.ts';

interface ResolvedSkill {
  readonly key: string;
  /** The file that was written behind the key: `go/jackc/pgx/pitfalls.md`. */
  readonly file?: string;
  /** The version that was written behind a name: `pgx@5.7.1`. A key has none, though it may be `cpp/v8/v8`. */
  readonly version?: string | undefined;
}

const MOST_NAMED = 8;

/** The skill that a name means, or the sentence that answers instead. */
async function resolveSkill(
  queries: RegistryQueries,
  asked: string,
): Promise<ResolvedSkill | { readonly sentence: AgentText }> {
  const address = asked
    .trim()
    .replace(/^skill:\/\//i, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '');
  const [language, author, name, ...rest] = address.split('/');
  const key = `${language}/${author}/${name}`;
  const { skills } = await queries.list();
  const isListed = listedEntry(skills, key) !== undefined;
  if (isListed && rest.length === 0) return { key };
  const version = versionBehind(asked);
  if (isListed) return { key, file: rest.join('/'), version };
  const { keys, near, isSame, draftTexts } = await queries.resolve(asked);
  const [only, ...others] = keys.length > 0 ? keys : isSame ? near : [];
  if (only !== undefined && others.length === 0) return { key: only, version };
  if (keys.length > 0) return { sentence: LINES.mayBe(address, someOf(keys)) };
  if (only !== undefined) return { sentence: LINES.mayBeNear(address, someOf(near)) };
  if (near.length > 0) return { sentence: LINES.noSkillOfItsOwn(address, someOf(near)) };
  return {
    sentence: draftTexts === undefined ? LINES.notFound(address) : LINES.notFoundDraft(address, draftTexts),
  };
}

/** Made once of a list: no call goes through all skills. */
const byKey = new WeakMap<readonly IndexEntry[], ReadonlyMap<string, IndexEntry>>();

export function listedEntry(skills: readonly IndexEntry[], key: string): IndexEntry | undefined {
  const entries = byKey.get(skills) ?? new Map(skills.map((entry) => [entry.key, entry]));
  byKey.set(skills, entries);
  return entries.get(key);
}

function someOf(keys: readonly string[]): AgentText {
  const named = namesInLine(keys.slice(0, MOST_NAMED));
  if (keys.length <= MOST_NAMED) return named;
  return joinText([named, ownWords(`and ${keys.length - MOST_NAMED} more`)], ' ');
}

/** Between several names: `fastapi and sqlalchemy`, `fastapi, sqlalchemy`. */
const BETWEEN_NAMES = /(?:(?<!\s)\s+)?[,;]\s*(?:and\s+)?|(?<!\s)\s+(?:and|&|\+)\s+/;

interface AskedSkill {
  readonly request: SkillRequest;
  readonly sources: ToolSources;
}

async function answerSkill({ key, version }: ResolvedSkill, { request, sources }: AskedSkill) {
  return fittedSkill(sources, key, { ...request, version: request.version ?? version });
}

/** The parts of a text that names several libraries. Undefined unless one of them is known. */
async function severalNames(
  queries: RegistryQueries,
  path: string,
): Promise<{ readonly answered: readonly string[]; readonly left: readonly string[] } | undefined> {
  const names = [...new Set(path.split(BETWEEN_NAMES).filter((name) => name !== ''))];
  if (names.length < 2) return undefined;
  const answered = names.slice(0, LIMITS.togetherSkills);
  const found = await Promise.all(answered.map((name) => resolveSkill(queries, name)));
  if (!found.some((one) => 'key' in one)) return undefined;
  return { answered, left: names.slice(LIMITS.togetherSkills) };
}

export const getSkillTool: Tool = {
  name: 'get_skill',
  title: 'Get a library skill',
  description:
    'Before writing or debugging code with a third-party library, call this with its name and your task: it says what goes wrong with it. The entry that answers the query, the titles of the next ones, and other dangers. Without query: all to read before any code.',
  inputSchema: schemaOf(['path'], ['query', 'version', 'max_tokens']),
  async call(given, sources) {
    const asked = readArguments(given, ['path', 'query', 'version', 'max_tokens']);
    const { path, query, version, max_tokens: budget } = asked;
    if (path === undefined) return { text: LINES.giveLibrary(), activity: { target: '' } };
    const request = { query, version, budget, signal: sources.signal };
    const resolved = await resolveSkill(sources.queries, path);
    if ('key' in resolved) {
      const { text, tokens, entry } = await answerSkill(resolved, { request, sources });
      const { key } = resolved;
      return { text, activity: { target: key, skillKey: key, tokens, ...readEntry(key, entry) } };
    }
    const several = await severalNames(sources.queries, path);
    if (several === undefined) return { text: resolved.sentence, activity: { target: path, results: 0 } };
    const { answered, left } = several;
    const share = budget === undefined ? LIMITS.togetherTokens : Math.floor(budget / answered.length);
    const parts: AgentText[] = [];
    const read: { readonly key: string; readonly tokens: number }[] = [];
    for (const name of answered) {
      const one = await resolveSkill(sources.queries, name);
      if ('sentence' in one) parts.push(one.sentence);
      else {
        const own = { request: { query, budget: share, signal: sources.signal }, sources };
        const { text, tokens } = await answerSkill(one, own);
        parts.push(text);
        read.push({ key: one.key, tokens });
      }
    }
    if (left.length > 0) parts.push(LINES.leftNames(someOf(left)));
    const [first] = read;
    const tokens = read.reduce((sum, one) => sum + one.tokens, 0);
    const skillKey = first === undefined ? {} : { skillKey: first.key, tokens };
    return { text: joinText(parts, '\n\n'), activity: { target: first?.key ?? path, ...skillKey } };
  },
};

export const getSectionTool: Tool = {
  name: 'get_section',
  title: 'Get a part of a library skill',
  description: 'One file of a skill, or the part under a heading.',
  inputSchema: schemaOf(['path', 'section'], []),
  async call(given, { queries }) {
    const asked = readArguments(given, ['path', 'section', 'max_tokens']);
    const { path, section, max_tokens: budget = LIMITS.sectionTokens } = asked;
    if (path === undefined) return { text: LINES.givePath(), activity: { target: section ?? '' } };
    const resolved = await resolveSkill(queries, path);
    if ('sentence' in resolved) return { text: resolved.sentence, activity: { target: path, results: 0 } };
    const { key, file } = resolved;
    const wanted = section ?? file ?? '';
    const skill = await queries.skill(key);
    const found = await askedEntries(queries, { key, skill, section: wanted });
    const withheld = ('sentence' in found ? withheldLine : withheldFileLine)(key, skill);
    const before = withheld === undefined ? [] : [withheld];
    if ('sentence' in found)
      return { text: joinText([...before, found.sentence]), activity: { target: `${key}/${wanted}` } };
    const { entries } = found;
    const parts = { key, head: headLine(key, skill), entries };
    const { text, tokens } = fitEntries(parts, budget);
    const [first, ...others] = entries;
    const { target = key, section: title } = readEntry(key, first);
    // Several entries are a file, or what stands under a heading that has others below.
    const heading = others.length === 0 && title !== undefined ? { section: title } : {};
    return { text: joinText([...before, text]), activity: { target, skillKey: key, tokens, ...heading } };
  },
};
