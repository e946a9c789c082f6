import { type Command, Option } from 'commander';
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
import { type AskingOptions, addAskingOptions, askRegistry, choiceWords } from '../choose-registry.ts';
import type { CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { cliLine } from '../own-command.ts';
import { parseNumber } from '../parse-number.ts';
import { cutText, formatTable } from '../text/text-table.ts';
import { requireWords, summariesOf } from './search.ts';

/** The service's limit. */
const MOST_CHARACTERS = 65_536;

interface FindOptions extends AskingOptions {
  readonly lang?: string;
  readonly limit?: number;
  readonly explain: boolean;
  readonly json: boolean;
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
    .option('--limit <number>', 'most results; default 10', parseNumber(1, 1_000))
    .option('--explain', 'show for each result the words behind the rank, and the section to read', false);
  addAskingOptions(command)
    .option('--json', 'print the answer as JSON', false)
    .action((words: readonly string[], options: FindOptions) =>
      find(requireWords(words, MOST_CHARACTERS), options, io),
    );
  examples(command, io, {
    'Ask in plain words': ['find', 'how do I shut down a thread pool'],
    'Explain the ranks, and name the section to read': ['find', '--explain', 'deadlock', 'after', 'fork'],
  });
}

async function find(q: string, options: FindOptions, io: CliIo): Promise<void> {
  const { lang, limit, explain, json } = options;
  const { answer, summaries } = await askRegistry(options, io, async ({ queries }) => ({
    // People always see the strength of a match.
    answer: await queries.find({ q, lang, limit, explain: explain || !json }),
    summaries: json || explain ? new Map<string, string>() : await summariesOf(queries),
  }));
  io.out(json ? printableJson(answer, 2) : describeAnswer(answer, summaries, options, io));
}

function describeAnswer(
  { query: q, results, question }: FindResponse,
  summaries: ReadonlyMap<string, string>,
  options: FindOptions,
  io: CliIo,
): string {
  const { lang, explain } = options;
  const sentence = question && verdictSentence(question);
  if (results.length === 0) {
    if (question?.source !== undefined && sentence !== undefined) return printable(sentence);
    if (question?.words.length === 0)
      return `There is no word to look for in "${printable(q)}". Add one that says what it is about: a function, an error message, what goes wrong.`;
    const whose = lang === undefined ? 'No skill' : `No skill of the language ${lang}`;
    return `${whose} has any of these words: "${printable(q)}".`;
  }
  const where = lang === undefined ? '' : ` Only skills of the language ${lang} were looked at.`;
  const head = sentence === undefined ? '' : `${printable(sentence)}${where}\n\n`;
  if (explain) return head + results.map((result) => describeResult(result, io.columns)).join('\n\n');
  // For a skill with code in another language, shows the warning instead of its misleading summary.
  const rows = results.map(({ key, score, strength = '', warning }) => [
    strength,
    score.toFixed(1),
    key,
    warning ?? summaries.get(key) ?? '',
  ]);
  return [
    head + formatTable([['MATCH', 'SCORE', 'KEY', 'SUMMARY'], ...rows], io.columns),
    '',
    'Scores compare these matches with each other: 100 is the best of them, even where that is weak.',
    `Why, and where to read: ${cliLine(['find', '--explain', ...choiceWords(options), q], io)}`,
  ].join('\n');
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
function describeTerm({ word, term, shown = term, share, replaced, related }: MatchedTerm): string {
  const [whole, ...parts] = wordsOf(word);
  const part = whole?.term === term ? undefined : parts.find((one) => one.term === term)?.surface;
  const meant = replaced === true || related === true ? `as ${shown}` : part;
  return `${printable(word)}${meant === undefined ? '' : ` (${printable(meant)})`} ${Math.round(share * 100)} %`;
}

function describeSection({ file, heading, line_start, excerpts }: BestSection): readonly string[] {
  const place = `  Read:  ${printable(file)}:${line_start}${heading === null ? '' : ` ${printable(heading)}`}`;
  const lines = excerpts.flatMap(({ label, text }) => [
    ...(label === undefined ? [] : [label === 'bad' ? 'Bad:' : 'Good:']),
    ...printableLines(text).split('\n'),
  ]);
  return [place, ...lines.map((line) => `    ${line}`)];
}
