import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../contract/api.ts';
import { LIMITS, tooLongQuestion } from '../../contract/limits.ts';
import { printableJson } from '../../contract/outside-text.ts';
import type { RegistryQueries } from '../../contract/queries.ts';
import { type AskingOptions, addAnswerOptions, askRegistry } from '../choose-registry.ts';
import { CliError, type CliIo, EXIT_CODES, examples } from '../cli-io.ts';
import { formatTable } from '../text.ts';

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
