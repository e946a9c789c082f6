import { type Command, InvalidArgumentError, Option } from 'commander';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { askMatches } from '../../projects/match/ask-matches.ts';
import { FINDING_KINDS, type FindingKind, findingsOf } from '../../projects/match/match-findings.ts';
import { countEntries } from '../../validation/count-entries.ts';
import { type AskedRegistry, type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import type { CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { describeMatches, tableRows } from '../match/describe-matches.ts';
import { matchMarkdown } from '../match/match-markdown.ts';
import type { MatchReport } from '../match/match-report.ts';
import { matchSarif, packageMessage } from '../match/match-sarif.ts';
import { endAsProjectCommand, PROJECT_EXITS, readProjectFolder } from '../match/read-project-folder.ts';
import { count } from '../text/count.ts';

interface MatchOptions extends AskingOptions {
  readonly direct: boolean;
  readonly json: boolean;
  readonly format?: 'markdown' | 'sarif';
  readonly failOn?: readonly FindingKind[];
}

export function registerMatch(program: Command, io: CliIo): void {
  const command = program
    .command('match')
    .description('list the libraries of a project, their skills, and the versions of the skills')
    .argument('[folder]', 'the project; default: the current folder')
    .option('--direct', 'only direct dependencies', false)
    .option('--json', 'print everything as JSON', false)
    .addOption(
      new Option('--format <format>', 'how to report').choices(['markdown', 'sarif']).conflicts('json'),
    )
    .option(
      '--fail-on <kinds>',
      'exit with 1 if a library has high risk (risk), a skill for another version (drift) or no skill (missing)',
      parseKinds,
    );
  addAskingOptions(command).action((folder: string | undefined, options: MatchOptions) =>
    endAsProjectCommand(() => match(folder, options, io)),
  );
  examples(command, io, {
    'See which libraries of a project have a skill': ['match', '../my-project'],
    'Fail in CI': ['match', '--direct', '--fail-on', 'risk,drift'],
    'For a comment on a change': ['match', '--format', 'markdown'],
  });
}

function parseKinds(value: string, before: readonly FindingKind[] = []): readonly FindingKind[] {
  const kinds = value.split(',').map((kind) => FINDING_KINDS.find((known) => known === kind.trim()));
  if (kinds.includes(undefined))
    throw new InvalidArgumentError('It is risk, drift or missing, or some of them with commas.');
  return [...before, ...kinds.filter((kind) => kind !== undefined)];
}

async function match(folder: string | undefined, options: MatchOptions, io: CliIo): Promise<void> {
  const { root, project } = await readProjectFolder(folder, io);
  const packages = options.direct ? project.packages.filter(({ direct }) => direct) : project.packages;
  const isForPeople = !options.json && options.format === undefined;
  const asking = { ...options, json: !isForPeople };
  const { report, redLines } = await askRegistry(asking, io, async ({ queries, registry }) => {
    const matched = await askMatches(packages, queries);
    const report: MatchReport = {
      project: root,
      registries: [registry],
      packages: matched.packages,
      unread: project.unread,
      counts: matched.counts,
    };
    return { report, redLines: isForPeople ? await askRedLines(report, queries) : new Map<string, number>() };
  });
  io.out(describe(report, redLines, options, io));
  failOn(report, options.failOn ?? [], io);
}

function describe(
  report: MatchReport,
  redLines: ReadonlyMap<string, number>,
  { json, format }: MatchOptions,
  { columns }: CliIo,
): string {
  if (json) return printableJson(report, 2);
  if (format === 'sarif') return matchSarif(report);
  return format === 'markdown' ? matchMarkdown(report) : describeMatches(report, redLines, columns);
}

/** Number of safety.md entries per skill. Omits unreadable files. */
async function askRedLines(
  report: MatchReport,
  queries: AskedRegistry['queries'],
): Promise<ReadonlyMap<string, number>> {
  const keys = [...new Set(tableRows(report).map(({ skill }) => skill.key))];
  const counts = await Promise.all(
    keys.map(async (key) => {
      const safety = await queries.section(key, 'safety.md').catch(() => undefined);
      return safety === undefined ? [] : [[key, countEntries(safety.text)] as const];
    }),
  );
  return new Map(counts.flat());
}

const MOST_FINDINGS = 20;

function failOn({ packages }: MatchReport, kinds: readonly FindingKind[], io: CliIo): void {
  const found = packages.flatMap((row) =>
    findingsOf(row)
      .filter((kind) => kinds.includes(kind))
      .map((kind) => packageMessage(row, kind)),
  );
  if (found.length === 0) return;
  const rest = found.length - MOST_FINDINGS;
  for (const line of found.slice(0, MOST_FINDINGS)) io.err(printable(line));
  if (rest > 0) io.err(`and ${count(rest, 'more finding', 'more findings')}`);
  io.setExitCode(PROJECT_EXITS.found);
}
