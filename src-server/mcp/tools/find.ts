import {
  type AgentText,
  joinText,
  LINES,
  namesInLine,
  PARTS,
  verdictSentence,
} from '../../contract/agent-lines.ts';
import {
  answeringResults,
  type FindResult,
  type IndexEntry,
  type QuestionReport,
} from '../../contract/api.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { RegistryQueries } from '../../contract/queries.ts';
import { isSaidWithheld } from '../../contract/service.ts';
import { plainSummary } from '../../search/search-document.ts';
import { fittedSkill, withheldLine } from '../../skill-answer/fitted-skill.ts';
import { estimateTokens } from '../../skill-answer/skill-entries.ts';
import { countLanguages } from '../protocol.ts';
import { listedEntry } from './get.ts';
import { readArguments, schemaOf, type Tool, type ToolSources } from './tool.ts';

const DEFAULT_LIMIT = 5;

export const searchSkillsTool: Tool = {
  name: 'search_skills',
  title: 'List library skills by name or topic',
  description: 'Which libraries have a skill, by name, tag or summary.',
  inputSchema: schemaOf(['query'], ['limit'], { query: 'Library name or topic' }),
  async call(given, { queries }) {
    const {
      query,
      lang,
      limit = DEFAULT_LIMIT,
    } = readArguments(given, ['query', 'lang', 'limit'], LIMITS.queryLength);
    if (query === undefined) return { text: LINES.giveTopic(), activity: { target: '' } };
    const keys = await keysFor(queries, query, lang);
    const { skills } = await queries.list();
    const lines = await Promise.all(keys.slice(0, limit).map((key) => lineOf(queries, skills, key)));
    const more = keys.length > limit ? [LINES.moreListed(keys.length - limit)] : [];
    const none = lang === undefined ? LINES.noneNamed(query) : LINES.noneNamedIn(lang, query);
    const text = lines.length === 0 ? none : joinText([...lines, ...more]);
    return { text, activity: { target: query, results: lines.length } };
  },
};

/** The reason instead of the summary, where agents don't get the skill. */
async function lineOf(
  queries: RegistryQueries,
  entries: readonly IndexEntry[],
  key: string,
): Promise<AgentText> {
  return withheldLine(key, await queries.skill(key)) ?? skillLine(entries, key);
}

/** The lines of entries, each made once: an entry never changes. */
const lineOfEntry = new WeakMap<IndexEntry, AgentText>();

/** `go/jackc/pgx: PostgreSQL driver and pool for Go.` */
function skillLine(entries: readonly IndexEntry[], key: string): AgentText {
  const entry = listedEntry(entries, key);
  const known = entry && lineOfEntry.get(entry);
  if (known !== undefined) return known;
  const plain = plainSummary(entry?.summary ?? '').trim();
  const line = plain === '' ? namesInLine([key]) : LINES.listed(key, plain);
  if (entry !== undefined) lineOfEntry.set(entry, line);
  return line;
}

/** Keys of skills with the name or all words, else with a like name. */
async function keysFor(
  queries: RegistryQueries,
  query: string,
  lang: string | undefined,
): Promise<readonly string[]> {
  const { results } = await queries.search({ q: query, lang, names: true });
  if (results.length > 0) return results.map(({ key }) => key);
  const { near } = await queries.resolve(query);
  return near.filter((key) => lang === undefined || key.startsWith(`${lang}/`));
}

/** Below, there is room for the key alone. */
const FEWEST_TOKENS = 60;
/** Tokens that the first answer gets, however many others there are. */
const LEAST_ROOM = 200;
/** Characters of a question in the list of reads. */
const SHOWN_CHARACTERS = 1_000;
const MOST_FURTHER = 3;

export const findSkillsTool: Tool = {
  name: 'find_skills',
  title: 'Find library skills for a task or an error',
  description: 'The skill that answers a task or an error message, when you don’t know the library.',
  inputSchema: schemaOf(['query'], ['lang']),
  async call(given, sources) {
    const asked = readArguments(given, ['query', 'lang', 'limit', 'max_tokens']);
    const { query, lang, limit = DEFAULT_LIMIT, max_tokens: budget = LIMITS.findTokens } = asked;
    if (query === undefined) return { text: LINES.giveTask(), activity: { target: '' } };
    const { results, question } = await sources.queries.find(
      { q: query, lang, limit, explain: true },
      sources.signal,
    );
    const usable = results.filter(({ warning }) => warning === undefined);
    // A withheld skill that the question isn't about is left out without a word.
    const kept = results.find(({ key }) => isSaidWithheld(question?.withheld, key));
    const line = kept && withheldLine(kept.key, await sources.queries.skill(kept.key));
    const others = { query, lang, budget, question, results: usable };
    const text =
      line === undefined
        ? await answer(others, sources)
        : usable.length === 0 || usable[0]?.strength === 'weak' || question?.verdict === 'none'
          ? line
          : joinText([line, await answer(others, sources)]);
    const [first] = question?.verdict === 'match' ? usable : [];
    const heading = first?.section?.heading?.slice(0, LIMITS.targetCharacters).trim();
    const activity = {
      target: query.slice(0, SHOWN_CHARACTERS),
      results: answeringResults({ results, question }),
      ...(first !== undefined &&
        first.strength !== 'weak' && { skillKey: first.key, ...(heading && { section: heading }) }),
    };
    return { text, activity };
  },
};

interface Found {
  readonly query: string;
  readonly lang: string | undefined;
  readonly budget: number;
  readonly question: QuestionReport | undefined;
  /** Best first, without skills that are withheld. */
  readonly results: readonly FindResult[];
}

async function answer(found: Found, sources: ToolSources): Promise<AgentText> {
  const { question, results, query, lang, budget } = found;
  const { queries, signal } = sources;
  const { skills } = await queries.list();
  const [first, ...others] = results;
  if (first === undefined || question === undefined || question.verdict === 'none') {
    const { source } = question ?? {};
    const counts = countLanguages(skills);
    if (source?.skills.length === 0)
      return lang === undefined
        ? LINES.coversNone(source.name, counts)
        : LINES.coversNoneIn(source.name, lang, counts);
    return lang === undefined ? LINES.fitsNone(counts) : LINES.fitsNoneIn(lang, counts);
  }
  if (question.verdict === 'unsure' || first.strength === 'weak') {
    const keys = results.slice(0, MOST_FURTHER).map(({ key }) => key);
    const why = verdictSentence(question) ?? LINES.closest();
    const elsewhere = lang === undefined ? [] : [LINES.withoutLang()];
    return joinText([why, PARTS.candidates(namesInLine(keys)), ...elsewhere, LINES.askWithKey()], ' ');
  }
  const further = others.filter(({ strength }) => strength !== 'weak').slice(0, MOST_FURTHER);
  const lines = further.map(({ key }) => skillLine(skills, key));
  const headline = strengthLine(first.strength, lang);
  const listed = joinText([LINES.others(), ...lines]);
  const linesCost = estimateTokens(joinText([headline, NOTHING, listed]));
  const room = Math.max(budget - linesCost, Math.min(budget, LEAST_ROOM));
  const request = { query, budget: room, isBrief: true, signal };
  const { text, tokens } = await fittedSkill(sources, first.key, request);
  return joinText([
    ...(budget < FEWEST_TOKENS ? [] : [headline]),
    text,
    ...(lines.length === 0 || tokens + linesCost > budget ? [] : [NOTHING, listed]),
  ]);
}

const NOTHING = joinText([]);

function strengthLine(strength: FindResult['strength'], lang: string | undefined): AgentText {
  if (strength === 'strong') return lang === undefined ? LINES.strong() : LINES.strongFor(lang);
  return lang === undefined ? LINES.partial() : LINES.partialFor(lang);
}
