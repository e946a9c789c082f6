import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../contract/api/api.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { LIMITS } from '../../contract/limits.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { type AskingOptions, addAskingOptions, askRegistry, choiceWords } from '../choose-registry.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { formatTable } from '../text/text-table.ts';

interface SearchOptions extends AskingOptions {
  readonly lang?: string;
  readonly json: boolean;
}

export function registerSearch(program: Command, io: CliIo): void {
  const command = program
    .command('search')
    .description('search the names, tags and summaries of skills')
    .argument('<words...>', 'search words; every word must match')
    .addOption(new Option('--lang <language>', 'only skills of this language').choices(LANGUAGES));
  addAskingOptions(command)
    .option('--json', 'print the answer as JSON', false)
    .action((words: readonly string[], options: SearchOptions) =>
      search(requireWords(words, LIMITS.queryLength), options, io),
    );
  examples(command, io, {
    'By name, tag or summary': ['search', 'websocket'],
    'In one language': ['search', '--lang', 'rust', 'async', 'runtime'],
  });
}

/** Throws `CliError` if empty or too long. */
export function requireWords(words: readonly string[], most: number): string {
  const text = words.join(' ');
  if (text.trim() === '') throw new CliError(EXIT_CODES.usage, 'Name at least one word to search for.');
  const { length } = [...text];
  if (length <= most) return text;
  const said = `${groupDigits(length)} characters, and ${groupDigits(most)} is the most`;
  throw new CliError(EXIT_CODES.usage, `The question has ${said}. Give its last lines, where the error is.`);
}

async function search(q: string, options: SearchOptions, io: CliIo): Promise<void> {
  const { lang, json } = options;
  const { answer, summaries } = await askRegistry(options, io, async ({ queries }) => ({
    answer: await queries.search({ q, lang }),
    summaries: json ? new Map<string, string>() : await summariesOf(queries),
  }));
  if (json) {
    io.out(printableJson(answer, 2));
    return;
  }
  const rows = answer.results.map(({ key, _score }) => [String(_score), key, summaries.get(key) ?? '']);
  const whose = lang === undefined ? '' : ` of the language ${lang}`;
  io.out(
    rows.length > 0
      ? formatTable([['SCORE', 'KEY', 'SUMMARY'], ...rows], io.columns)
      : `No name, tag or summary${whose} matches "${printable(q)}". ` +
          `To look through all texts: ${cliLine(['find', ...choiceWords(options), q], io)}`,
  );
}

/** By key. */
export async function summariesOf(queries: RegistryQueries): Promise<ReadonlyMap<string, string>> {
  const { skills } = await queries.list();
  return new Map(skills.map(({ key, summary }) => [key, String(summary ?? '')]));
}
