import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type BestSection,
  type FindResponse,
  type FindResult,
  LANGUAGES,
  type MatchedTerm,
} from '../../contract/api/api.ts';
import { printable, printableJson, printableLines } from '../../contract/words/printable.ts';
import { verdictSentence } from '../../contract/words/verdict-sentence.ts';
import { wordsOf } from '../../search/words/word-analysis.ts';
import type { CliIo } from '../cli-io.ts';
import { cliLine } from '../own-command.ts';
import { requireWords } from '../require-words.ts';
import {
  type AskedService,
  type AskingOptions,
  addAskingOptions,
  choiceWords,
  withService,
} from '../target/asked-service.ts';
import { cutText, formatTable } from '../text/text-table.ts';
import { summariesOf } from './search.ts';

/** The service's limit. */
const MOST_CHARACTERS = 65_536;
const MOST_IN_ADDRESS = 1_000;

interface FindOptions extends AskingOptions {
  readonly lang?: string;
  readonly limit?: string;
  readonly explain: boolean;
}

export function registerFind(program: Command, io: CliIo): void {
  const command = program
    .command('find')
    .description(
      'find the skills that answer a question in plain words: strong matches are about the question, ' +
        'partial matches may help, weak matches are probably about something else',
    )
    .argument('<words...>', 'the question, a message or a whole stack trace, 65,536 characters at most')
    .addOption(new Option('--lang <language>', 'only skills of this language').choices(LANGUAGES))
    .option('--limit <number>', 'most results; default 10', parseLimit)
    .option('--explain', 'show for each result the words behind the rank, and the section to read', false);
  addAskingOptions(command).action((words: readonly string[], options: FindOptions) =>
    find(requireWords(words, MOST_CHARACTERS), options, io),
  );
}

function parseLimit(value: string): string {
  if (/^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 1_000) return String(Number(value));
  throw new InvalidArgumentError('It is a number from 1 to 1000.');
}

async function find(q: string, options: FindOptions, io: CliIo): Promise<void> {
  const { lang, explain, json } = options;
  const { answer, summaries } = await withService(options, io, async (service) => ({
    answer: JSON.parse(await ask(service, q, options)) as FindResponse,
    summaries: json || explain ? new Map<string, string>() : await summariesOf(service),
  }));
  if (json) {
    io.out(printableJson(answer, 2));
    return;
  }
  const { results, question } = answer;
  const sentence = question && verdictSentence(question);
  if (results.length === 0) {
    if (question?.source !== undefined && sentence !== undefined) io.out(printable(sentence));
    else io.out(question?.words.length === 0 ? noWord(q) : noSkill(q, lang));
    return;
  }
  if (sentence !== undefined) {
    const where = lang === undefined ? '' : ` Only skills of the language ${lang} were looked at.`;
    io.out(`${printable(sentence)}${where}\n`);
  }
  if (explain) io.out(results.map((result) => describeResult(result, io.columns)).join('\n\n'));
  else {
    // For a skill with code in another language, shows the warning instead of its misleading summary.
    const rows = results.map(({ key, score, strength = '', warning }) => [
      strength,
      score.toFixed(1),
      key,
      warning ?? summaries.get(key) ?? '',
    ]);
    io.out(formatTable([['MATCH', 'SCORE', 'KEY', 'SUMMARY'], ...rows], io.columns));
    io.out(
      '\nScores compare these matches with each other: 100 is the best of them, even where that is weak.',
    );
    io.out(`Why, and where to read: ${cliLine(['find', '--explain', ...choiceWords(options), q], io)}`);
  }
}

/** POST if too long for a URL. */
function ask(service: AskedService, q: string, { lang, limit, explain, json }: FindOptions): Promise<string> {
  // People always see the strength of a match.
  const explains = explain || !json;
  if (q.length > MOST_IN_ADDRESS) {
    const body = { q, lang, limit: limit === undefined ? undefined : Number(limit), explain: explains };
    return service.post('/v1/find', JSON.stringify(body));
  }
  const query = new URLSearchParams({
    q,
    ...(lang === undefined ? {} : { lang }),
    ...(limit === undefined ? {} : { limit }),
    ...(explains ? { explain: '1' } : {}),
  });
  return service.get(`/v1/find?${query}`);
}

function noSkill(q: string, lang: string | undefined): string {
  const whose = lang === undefined ? 'No skill' : `No skill of the language ${lang}`;
  return `${whose} has any of these words: "${printable(q)}".`;
}

function noWord(q: string): string {
  return (
    `There is no word to look for in "${printable(q)}". ` +
    'Add one that says what it is about: a function, an error message, what goes wrong.'
  );
}

function describeResult(
  { key, score, strength, terms = [], warning, section }: FindResult,
  columns: number | undefined,
): string {
  const words = `  Words: ${terms.map(describeTerm).join(', ')}`;
  return [
    `${printable(key)}  ${strength === undefined ? '' : `${strength}, `}score ${score.toFixed(1)}`,
    ...(terms.length === 0 ? [] : [columns === undefined ? words : cutText(words, columns)]),
    ...(warning === undefined ? [] : [`  ${warning}`]),
    ...(section === undefined ? [] : describeSection(section)),
  ].join('\n');
}

/** `deadlock 62 %`, `crash (as segfault) 12 %`, `QueuePool (pool) 12 %` */
function describeTerm(matched: MatchedTerm): string {
  const { word, term, shown = term, share, replaced, related } = matched;
  const meant = replaced === true || related === true ? `as ${shown}` : partOf(matched);
  return `${printable(word)}${meant === undefined ? '' : ` (${printable(meant)})`} ${Math.round(share * 100)} %`;
}

/** Matching part of a compound; undefined for the whole. */
function partOf({ word, term }: MatchedTerm): string | undefined {
  const [whole, ...parts] = wordsOf(word);
  return whole?.term === term ? undefined : parts.find((part) => part.term === term)?.surface;
}

function describeSection({ file, heading, line_start, excerpts }: BestSection): readonly string[] {
  const place = `  Read:  ${printable(file)}:${line_start}${heading === null ? '' : ` ${printable(heading)}`}`;
  const lines = excerpts.flatMap(({ label, text }) => [
    ...(label === undefined ? [] : [label === 'bad' ? 'Bad:' : 'Good:']),
    ...printableLines(text).split('\n'),
  ]);
  return [place, ...lines.map((line) => `    ${line}`)];
}
