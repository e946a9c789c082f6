import type { Command } from 'commander';
import type { ReportsResponse, SkillReport } from '../../contract/api/skill-report.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { type AskingOptions, addAskingOptions, choiceWords, withService } from '../target/asked-service.ts';
import { count } from '../text/count.ts';

interface ReportOptions extends AskingOptions {
  readonly section?: string;
  readonly remove?: string;
}

export function registerReport(program: Command, io: CliIo): void {
  const command = program
    .command('report')
    .description(
      'note a mistake in a skill for the maintainer of the registry; without arguments: list the notes',
    )
    .argument('[key]', 'language/author/name, or any name of the library')
    .argument('[what...]', 'the mistake, and the evidence')
    .option('--section <file or heading>', 'place of the mistake')
    .option('--remove <id>', 'remove a note');
  addAskingOptions(command).action(
    (key: string | undefined, what: readonly string[], options: ReportOptions) => {
      if (options.remove !== undefined) return removeNote(options.remove, key, options, io);
      return key === undefined ? listNotes(options, io) : addNote(key, what.join(' '), options, io);
    },
  );
}

async function addNote(key: string, what: string, options: ReportOptions, io: CliIo): Promise<void> {
  if (what.trim() === '') throw new CliError(EXIT_CODES.usage, 'Say what is wrong, behind the key.');
  const { section } = options;
  const body = JSON.stringify({ path: key, what, ...(section === undefined ? {} : { section }) });
  const answer = await withService(options, io, (service) => service.post('/v1/reports', body));
  if (options.json) return io.out(printableJson(JSON.parse(answer), 2));
  const report = JSON.parse(answer) as SkillReport;
  io.out(printable(`Noted about ${report.key}. The skill itself is unchanged.`));
  io.out(`All notes: ${cliLine(['report', ...choiceWords(options)], io)}`);
}

async function listNotes(options: ReportOptions, io: CliIo): Promise<void> {
  const answer = JSON.parse(
    await withService(options, io, (service) => service.get('/v1/reports')),
  ) as ReportsResponse;
  if (options.json) return io.out(printableJson(answer, 2));
  const { reports } = answer;
  io.out([...reports.map(describeNote), `${count(reports.length, 'note')}.`].join('\n'));
}

/** Untrusted notes stay within separate lines. */
function describeNote({ id, key, section, what, at, by }: SkillReport): string {
  const where = section === undefined ? key : `${key}, ${section}`;
  return [
    printable(`${where} (${at.slice(0, 10)}${by === undefined ? '' : `, by ${by}`})`),
    `  ${printable(what)}`,
    `  --remove ${printable(id)}`,
    '',
  ].join('\n');
}

async function removeNote(
  id: string,
  key: string | undefined,
  options: ReportOptions,
  io: CliIo,
): Promise<void> {
  if (key !== undefined)
    throw new CliError(EXIT_CODES.usage, '--remove takes the id of a note and nothing else.');
  const answer = await withService(options, io, (service) =>
    service.post(`/v1/reports/${encodeURIComponent(id)}/remove`, '{}'),
  );
  io.out(options.json ? printableJson(JSON.parse(answer), 2) : 'Removed.');
}
