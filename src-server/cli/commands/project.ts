import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { MatchCounts, MatchedPackage, ReadProject, UnreadFile } from '../../contract/api.ts';
import { messageOf } from '../../contract/errors.ts';
import { printable, printableJson } from '../../contract/outside-text.ts';
import { countWords, groupDigits, listWords } from '../../contract/words.ts';
import { worstTitles } from '../../hooks/dangers.ts';
import { formatLine, lineDiff } from '../../platform/changed-lines.ts';
import {
  askMatches,
  compareRows,
  FINDING_KINDS,
  type FindingKind,
  findingsOf,
  isConfirmed,
  missingNames,
} from '../../projects/match-findings.ts';
import { readProjectAt } from '../../projects/open-project.ts';
import { HOLDS_NO_PROJECT } from '../../projects/read-project.ts';
import { planProjectSync, type SyncPlan, type SyncStep } from '../../projects/sync-project.ts';
import { WORST_DANGERS } from '../../search/dangers.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import { agrees, CliError, type CliIo, EXIT_CODES, examples } from '../cli-io.ts';
import { formatTable } from '../text.ts';

/** The answer of `skills-registry match --json`. */
export interface MatchReport {
  readonly project: string;
  readonly registries: readonly string[];
  /** The packages, direct ones first. */
  readonly packages: readonly MatchedPackage[];
  readonly unread: readonly UnreadFile[];
  readonly counts: MatchCounts;
}

const MOST_LIBRARIES_NAMED = 12;
const TABLE_HEAD = ['LIBRARY', 'VERSION', 'SKILL', 'FOR', 'RISK', 'DRIFT', 'MATCH'];

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
  examples(command, io, { 'Fail in CI': ['match', '--direct', '--fail-on', 'risk,drift'] });
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
  const report = await askRegistry(options, io, async ({ queries, registries }): Promise<MatchReport> => {
    const { packages, counts } = await askMatches(used, (part) => queries.match({ packages: part }));
    return { project: root, registries, packages, unread: project.unread, counts };
  });
  io.out(json ? printableJson(report, 2) : matchText(report, io.columns));
  const findings = report.packages.flatMap((row) =>
    findingsOf(row).flatMap((kind) => (failOn.includes(kind) ? [printable(findingMessage(row, kind))] : [])),
  );
  if (findings.length === 0) return;
  for (const line of findings) io.err(line);
  io.setExitCode(PROJECT_EXITS.found);
}

function matchText(report: MatchReport, columns: number | undefined): string {
  const { packages, counts, unread } = report;
  // Most urgent first.
  const shown = packages.filter(isConfirmed).sort(compareRows);
  const rows = shown.map(({ name, version: used, direct, skill }) => {
    const { key, version: about, risk, drift, level } = skill;
    return [
      direct ? name : `${name} (indirect)`,
      used ?? '-',
      key,
      about ?? '-',
      risk ?? '-',
      drift ?? '-',
      level,
    ];
  });
  const guesses = packages.flatMap(({ name, skill }) =>
    skill?.level === 'guess' ? [`${name}: maybe ${skill.key}`] : [],
  );
  const missing = missingNames(packages).map(({ name }) => name);
  const files = unread.map(({ file, reason }) => `${file} ${reason}`);
  const list = (names: readonly string[]) =>
    listWords([...new Set(names.map(printable))], MOST_LIBRARIES_NAMED);
  return [
    rows.length > 0 && formatTable([TABLE_HEAD, ...rows], columns),
    guesses.length > 0 && `Guesses, by the name alone; not counted: ${list(guesses)}`,
    missing.length > 0 && `Without a skill, the most used first: ${list(missing)}`,
    files.length > 0 && ['Not read:', ...files.map(printable)].join('\n  '),
    summaryLine(counts),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Sums up, as in `2 of 46 packages have a skill: 1 exact, 1 by their repository.` */
function summaryLine({ packages, exact, repository, guess }: MatchCounts): string {
  if (packages === 0) return 'No package is used here.';
  const matched = exact + repository;
  const levels =
    matched === 0 ? '' : `: ${groupDigits(exact)} exact, ${groupDigits(repository)} by their repository`;
  const guessed =
    guess === 0 ? '' : ` ${countWords(guess, 'more is a guess', 'more are guesses')}, and not counted.`;
  return `${groupDigits(matched)} of ${countWords(packages, 'package')} ${matched === 1 || packages === 1 ? 'has' : 'have'} a skill${levels}.${guessed}`;
}

function findingMessage({ name, version: used, skill }: MatchedPackage, kind: FindingKind): string {
  const library = used === null ? name : `${name} ${used}`;
  if (kind === 'missing') return `${library} has no skill.`;
  if (kind === 'risk') return `${library} is of high risk: read the skill ${skill?.key}.`;
  return `${library} is used, and the skill ${skill?.key} is about ${skill?.version}.`;
}

/** The exit codes of commands about projects: 1 means a finding, and other failures are no 1. */
export const PROJECT_EXITS = { found: 1, failed: 2, noProject: EXIT_CODES.noRegistry } as const;

/**
 * Reads a project and works on it. Every failure ends with `failed`, but a folder that is no project with
 * `noProject`.
 */
export async function withProject(
  folder: string | undefined,
  { cwd }: Pick<CliIo, 'cwd'>,
  work: (root: string, project: ReadProject) => Promise<void>,
): Promise<void> {
  const root = resolve(cwd, folder ?? '.');
  try {
    const project = await readProjectAt(root);
    if (project.isProject) return await work(root, project);
  } catch (error) {
    const below = error instanceof CliError ? error.below : [];
    throw new CliError(PROJECT_EXITS.failed, messageOf(error), { below });
  }
  throw new CliError(PROJECT_EXITS.noProject, `${root} ${HOLDS_NO_PROJECT}`);
}

const ACTION_MARKS = { create: '+', replace: '~', remove: '-', keep: '=' } as const;

interface SyncOptions extends AskingOptions {
  readonly check: boolean;
  readonly indexOnly: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

export function registerSync(program: Command, io: CliIo): void {
  const command = program
    .command('sync')
    .description(
      'write the list of a project’s libraries into AGENTS.md, and their skills into the agents’ folders',
    )
    .argument('[folder]', 'the project; default: the current folder')
    .option('--check', 'write nothing; exit with 1 if a file is out of date', false)
    .option('--index-only', 'write the list only; keep installed skills unchanged', false)
    .option('-y, --yes', 'write without asking', false)
    .option('--json', 'print the changes as JSON', false);
  addAskingOptions(command).action((folder: string | undefined, options: SyncOptions) =>
    withProject(folder, io, (root, project) => sync(root, project, options, io)),
  );
  examples(command, io, { 'Show the changes, then write them': ['sync'] });
}

async function sync(root: string, { packages }: ReadProject, options: SyncOptions, io: CliIo): Promise<void> {
  const { json, check, yes, indexOnly } = options;
  const { plan, counts } = await askRegistry(options, io, ({ queries, registry }) =>
    planProjectSync(root, packages, queries, registry, {
      indexOnly,
      dangersOf: (skill) => worstTitles(skill, skill._contents, WORST_DANGERS),
    }),
  );
  if (!json) io.out(describePlan(plan, counts));
  const isWritten =
    !plan.isUpToDate && !check && (yes || (!json && (await agrees('Write these changes?', io))));
  if (isWritten) await plan.write();
  if (json) {
    const changes = plan.steps.map(({ path, action, reason }) => ({ path, action, reason }));
    io.out(
      printableJson({ project: root, upToDate: plan.isUpToDate, written: isWritten, changes, counts }, 2),
    );
  } else if (isWritten) io.out('Written.');
  if (plan.isUpToDate || isWritten) return;
  if (check) return io.setExitCode(PROJECT_EXITS.found);
  const why = io.isTyped ? '' : ' Without a terminal to ask at, --yes writes the changes.';
  throw new CliError(PROJECT_EXITS.failed, `Nothing was written.${why}`);
}

function describePlan({ steps, isUpToDate }: SyncPlan, counts: MatchCounts): string {
  const changes = steps.filter(({ action }) => action !== 'keep');
  const kept = steps.filter(({ action }) => action === 'keep');
  const isWithoutSkills = counts.exact + counts.repository === 0;
  const what = kept.length === 0 ? 'All' : 'All else';
  const verdict = isWithoutSkills ? 'Nothing is to be written.' : `${what} is as it should be.`;
  return [
    ...changes.map(describeStep),
    ...kept.map(({ path, reason = '' }) => printable(`${ACTION_MARKS.keep} ${path} is kept: it ${reason}.`)),
    [
      ...(isWithoutSkills ? [summaryLine(counts)] : []),
      isUpToDate ? verdict : `${countWords(changes.length, 'change')}.`,
    ].join(' '),
  ].join('\n');
}

/** Describes a step, with the difference of a file that people read. */
function describeStep({ path, action, before = '', after = '' }: SyncStep): string {
  const head = printable(`${ACTION_MARKS[action]} ${path}`);
  const isShown = action === 'replace' || /^[A-Z]+\.md$/.test(path) || path.endsWith('/SKILL.md');
  if (!isShown || action === 'remove') return head;
  const lines = lineDiff(before, after).map((line) => `    ${printable(formatLine(line))}`);
  return [head, ...lines].join('\n');
}
