import { type Command, InvalidArgumentError } from 'commander';
import type { ReadProject } from '../../contract/api/project.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { FINDING_KINDS, type FindingKind, findingsOf } from '../../projects/match/match-findings.ts';
import { askMatches } from '../../projects/match/match-packages.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import type { CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { findingMessage, type MatchReport, matchText } from '../match/match-reports.ts';
import { PROJECT_EXITS, withProject } from '../match/read-project-folder.ts';
import { count } from '../text/count.ts';

interface MatchOptions extends AskingOptions {
  readonly direct: boolean;
  readonly json: boolean;
  readonly failOn?: readonly FindingKind[];
}

export function registerMatch(program: Command, io: CliIo): void {
  const command = program
    .command('match')
    .description('list the libraries of a project, their skills, and the versions of the skills')
    .argument('[folder]', 'the project; default: the current folder')
    .option('--direct', 'only direct dependencies', false)
    .option('--json', 'print everything as JSON', false)
    .option(
      '--fail-on <kinds>',
      'exit with 1 if a library has high risk (risk), a skill for another version (drift) or no skill (missing)',
      parseKinds,
    );
  addAskingOptions(command).action((folder: string | undefined, options: MatchOptions) =>
    withProject(folder, io, (root, project) => match(root, project, options, io)),
  );
  examples(command, io, {
    'See which libraries of a project have a skill': ['match', '../my-project'],
    'Fail in CI': ['match', '--direct', '--fail-on', 'risk,drift'],
  });
}

function parseKinds(value: string, before: readonly FindingKind[] = []): readonly FindingKind[] {
  const kinds = value.split(',').map((kind) => FINDING_KINDS.find((known) => known === kind.trim()));
  if (kinds.includes(undefined))
    throw new InvalidArgumentError('It is risk, drift or missing, or some of them with commas.');
  return [...before, ...kinds.filter((kind) => kind !== undefined)];
}

async function match(root: string, project: ReadProject, options: MatchOptions, io: CliIo): Promise<void> {
  const { direct, json, failOn = [] } = options;
  const used = direct ? project.packages.filter((found) => found.direct) : project.packages;
  const report = await askRegistry(options, io, async ({ queries, registry }): Promise<MatchReport> => {
    const { packages, counts } = await askMatches(used, (part) => queries.match({ packages: part }));
    return { project: root, registries: [registry], packages, unread: project.unread, counts };
  });
  io.out(json ? printableJson(report, 2) : matchText(report, io.columns));
  const findings = report.packages.flatMap((row) =>
    findingsOf(row).flatMap((kind) => (failOn.includes(kind) ? [printable(findingMessage(row, kind))] : [])),
  );
  if (findings.length === 0) return;
  for (const line of findings.slice(0, MOST_FINDINGS)) io.err(line);
  const rest = findings.length - MOST_FINDINGS;
  if (rest > 0) io.err(`and ${count(rest, 'more finding', 'more findings')}`);
  io.setExitCode(PROJECT_EXITS.found);
}

const MOST_FINDINGS = 20;
