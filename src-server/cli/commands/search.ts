import { type Command, Option } from 'commander';
import { LANGUAGES, type RegistryIndex, type SearchResponse } from '../../contract/api/api.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
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
import { formatTable } from '../text/text-table.ts';

interface SearchOptions extends AskingOptions {
  readonly lang?: string;
}

export function registerSearch(program: Command, io: CliIo): void {
  const command = program
    .command('search')
    .description('search the names, tags and summaries of skills')
    .argument('<words...>', 'search words; every word must match')
    .addOption(new Option('--lang <language>', 'only skills of this language').choices(LANGUAGES));
  addAskingOptions(command).action((words: readonly string[], options: SearchOptions) =>
    search(requireWords(words), options, io),
  );
}

async function search(q: string, options: SearchOptions, io: CliIo): Promise<void> {
  const { lang, json } = options;
  const query = new URLSearchParams({ q, ...(lang === undefined ? {} : { lang }) });
  const { answer, summaries } = await withService(options, io, async (service) => ({
    answer: JSON.parse(await service.get(`/v1/search?${query}`)) as SearchResponse,
    summaries: json ? new Map<string, string>() : await summariesOf(service),
  }));
  if (json) {
    io.out(printableJson(answer, 2));
    return;
  }
  const rows = answer.results.map(({ key, _score }) => [String(_score), key, summaries.get(key) ?? '']);
  if (rows.length > 0) io.out(formatTable([['SCORE', 'KEY', 'SUMMARY'], ...rows], io.columns));
  else
    io.out(
      `No name, tag or summary${lang === undefined ? '' : ` of the language ${lang}`} matches "${printable(q)}". ` +
        `To look through all texts: ${cliLine(['find', ...choiceWords(options), q], io)}`,
    );
}

/** By key. */
export async function summariesOf(service: AskedService): Promise<ReadonlyMap<string, string>> {
  const { skills } = JSON.parse(await service.get('/v1/skills')) as RegistryIndex;
  return new Map(skills.map(({ key, summary }) => [key, String(summary ?? '')]));
}
