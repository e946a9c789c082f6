import { type Command, Option } from 'commander';
import { verdictSentence } from '../../contract/agent-lines.ts';
import { type BestSection, type FindResponse, type FindResult, LANGUAGES } from '../../contract/api.ts';
import { LIMITS, tooLongQuestion } from '../../contract/limits.ts';
import { printable, printableJson, printableLines } from '../../contract/outside-text.ts';
import type { RegistryQueries } from '../../contract/queries.ts';
import { isSaidWithheld } from '../../contract/service.ts';
import { type AskingOptions, addAnswerOptions, askRegistry } from '../choose-registry.ts';
import { CliError, type CliIo, EXIT_CODES, examples, parseNumber } from '../cli-io.ts';
import { formatTable } from '../text.ts';

interface FindOptions extends AskingOptions {
  readonly lang?: string;
  readonly limit?: number;
  readonly explain: boolean;
  readonly list: boolean;
}

export function registerFind(program: Command, io: CliIo): void {
  const command = program
    .command('find')
    .description(
      'answer a question in plain words: the entry of a skill that says it, then other skills; strong matches are ' +
        'about the question, partial matches may help, weak matches are probably about something else',
    )
    .argument('<words...>', 'the question, a message or a whole stack trace, 65,536 characters at most')
    .addOption(new Option('--lang <language>', 'only skills of this language').choices(LANGUAGES))
    .option('--limit <number>', 'most results; default 10', parseNumber(1, 1_000))
    .option('--list', 'a table of the skills with their scores, instead of the answer', false)
    .option('--explain', 'show for each result the words behind the rank, and the entry to read', false);
  addAnswerOptions(command).action((words: readonly string[], options: FindOptions) =>
    find(requireWords(words, LIMITS.postedQueryLength), options, io),
  );
  examples(command, io, { 'Ask in plain words': ['find', 'how do I shut down a thread pool'] });
}

async function find(q: string, options: FindOptions, io: CliIo): Promise<void> {
  const { lang, limit, explain, json, list: isList } = options;
  const { answer, summaries } = await askRegistry(options, io, async ({ queries }) => ({
    // People always see the strength of a match.
    answer: await queries.find({ q, lang, limit, explain: explain || json !== true }),
    summaries: json || explain ? undefined : await summariesOf(queries),
  }));
  io.out(json ? printableJson(answer, 2) : describeAnswer(answer, summaries, isList, io));
}

/** Returns the results without withheld skills in front that the question isn't about, unless there are no others. */
function withoutPassedOver({ results, question }: FindResponse): readonly FindResult[] {
  const from = results.findIndex(
    ({ key, warning }) => warning === undefined || isSaidWithheld(question?.withheld, key),
  );
  return results.slice(Math.max(0, from));
}

function describeAnswer(
  answer: FindResponse,
  summaries: ReadonlyMap<string, string> | undefined,
  isList: boolean,
  io: CliIo,
): string {
  const { question } = answer;
  const sentence = question && verdictSentence(question);
  const isWhole = isList || summaries === undefined;
  const results = isWhole ? answer.results : withoutPassedOver(answer);
  if (results.length === 0) {
    const isUncovered = question?.source !== undefined && sentence !== undefined;
    return isUncovered ? printable(sentence) : 'No skill has any of these words.';
  }
  const [first, ...others] = results;
  const reason = question?.withheld === undefined ? [] : [question.withheld];
  const before = [...reason, ...(sentence === undefined ? [] : [sentence])].map(printable);
  if (summaries === undefined) return inParagraphs(before.join('\n'), ...results.map(describeResult));
  // For a skill with code in another language, shows the warning instead of its misleading summary.
  const row = ({ key, score, strength, warning }: FindResult) => [
    strength ?? '',
    ...(isList ? [score.toFixed(1)] : []),
    key,
    warning ?? summaries.get(key) ?? '',
  ];
  const table = (rows: readonly FindResult[]) => {
    const head = ['MATCH', ...(isList ? ['SCORE'] : []), 'KEY', 'SUMMARY'];
    return rows.length === 0 ? '' : formatTable([head, ...rows.map(row)], io.columns);
  };
  // Neither what is withheld nor what answers nothing is put forward.
  const isAnswer = !isList && first?.warning === undefined && question?.verdict !== 'none';
  const entries = first === undefined || !isAnswer ? [] : describeEntries(first);
  if (first === undefined || entries.length === 0) return inParagraphs(before.join('\n'), table(results));
  const { key, strength } = first;
  const head = `${printable(key)}${strength === undefined ? '' : `  ${strength} match`}`;
  // Weak matches are listed where there is nothing better.
  const further = strength === 'weak' ? others : others.filter((other) => other.strength !== 'weak');
  return inParagraphs(before.join('\n'), [head, ...entries].join('\n'), table(further));
}

const inParagraphs = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');

function describeResult(result: FindResult): string {
  const { key, score, strength, terms = [], warning } = result;
  const words = terms.map(({ word, share }) => `${printable(word)} ${Math.round(share * 100)} %`);
  return [
    `${printable(key)}  ${strength === undefined ? '' : `${strength}, `}score ${score.toFixed(1)}`,
    ...(words.length === 0 ? [] : [`  Words: ${words.join(', ')}`]),
    ...(warning === undefined ? [] : [`  ${warning}`]),
    ...describeEntries(result),
  ].join('\n');
}

const FORM_LABELS = { bad: 'Bad:', good: 'Good:' } as const;

/** The entry that answers, with its text, and a line for each of the next ones of that skill. */
function describeEntries({ section, also = [] }: FindResult): readonly string[] {
  if (section === undefined) return [];
  const lines = section.excerpts.flatMap(({ label, text }) => [
    ...(label === undefined ? [] : [FORM_LABELS[label]]),
    ...printableLines(text).split('\n'),
  ]);
  return [
    `  Read:  ${placeWords(section)}`,
    ...lines.map((line) => `    ${line}`),
    ...also.map((entry) => `  Then:  ${placeWords(entry)}`),
  ];
}

/** Says where an entry stands: `pitfalls.md:12 Shutdown`. */
function placeWords({
  file,
  line_start,
  heading,
  danger,
}: Pick<BestSection, 'file' | 'line_start' | 'heading' | 'danger'>) {
  const words = danger ?? heading;
  return `${printable(file)}:${line_start}${words === null ? '' : ` ${printable(words)}`}`;
}

interface SearchOptions extends AskingOptions {
  readonly lang?: string;
}

export function registerSearch(program: Command, io: CliIo): void {
  const command = program
    .command('search')
    .description('search the names, tags and summaries of skills')
    .argument('<words...>', 'search words; every word must match')
    .addOption(new Option('--lang <language>', 'only skills of this language').choices(LANGUAGES));
  addAnswerOptions(command).action((words: readonly string[], options: SearchOptions) =>
    search(requireWords(words, LIMITS.queryLength), options, io),
  );
  examples(command, io, { 'By name, tag or summary': ['search', '--lang', 'rust', 'async', 'runtime'] });
}

/** Joins the words of a question. Throws a `CliError` if there are none or too many. */
export function requireWords(words: readonly string[], most: number): string {
  const text = words.join(' ');
  if (text.trim() === '') throw new CliError(EXIT_CODES.usage, 'Name at least one word to search for.');
  const tooLong = tooLongQuestion(text, most);
  if (tooLong === undefined) return text;
  throw new CliError(EXIT_CODES.usage, tooLong);
}

async function search(q: string, options: SearchOptions, io: CliIo): Promise<void> {
  const { lang, json } = options;
  const { answer, summaries } = await askRegistry(options, io, async ({ queries }) => ({
    answer: await queries.search({ q, lang }),
    summaries: json ? undefined : await summariesOf(queries),
  }));
  if (summaries === undefined) return io.out(printableJson(answer, 2));
  const rows = answer.results.map(({ key, _score }) => [String(_score), key, summaries.get(key) ?? '']);
  io.out(
    rows.length > 0
      ? formatTable([['SCORE', 'KEY', 'SUMMARY'], ...rows], io.columns)
      : 'No name, tag or summary matches. All texts are looked through by find.',
  );
}

/** Returns the summary of each skill by its key. */
export async function summariesOf(queries: RegistryQueries): Promise<ReadonlyMap<string, string>> {
  const { skills } = await queries.list();
  return new Map(skills.map(({ key, summary }) => [key, String(summary ?? '')]));
}
