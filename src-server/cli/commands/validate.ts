import { basename, join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { countBySeverity, type Severity } from '../../contract/diagnostics/diagnostic.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable } from '../../contract/words/printable.ts';
import { userFolders } from '../../platform/user-folders.ts';
import { throttled } from '../../throttled.ts';
import { reportGithub, reportSarif } from '../../validation/reporters/ci-reporters.ts';
import {
  describeRelaxed,
  humanReporter,
  type Palette,
  PLAIN,
  summarize,
} from '../../validation/reporters/human-reporter.ts';
import type { Reporter } from '../../validation/reporters/report.ts';
import { reportJson } from '../../validation/reporters/report.ts';
import { version } from '../../version.ts';
import type { CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { type FixResult, fixRegistry } from '../fix-registry.ts';
import { type CheckedTarget, checkTarget, joinReports } from '../target/check-target.ts';
import { namedOnce } from '../target/named-once.ts';
import { type ValidateTarget, validateTargets } from '../target/validate-targets.ts';
import { count } from '../text/count.ts';

const FORMATS = ['human', 'json', 'sarif', 'github'] as const;
type Format = (typeof FORMATS)[number];

interface ValidateOptions {
  readonly format: Format;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly maxWarnings?: number;
  readonly fix: boolean;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly backup: boolean;
  readonly backups?: string;
  readonly registry?: string;
}

export function registerValidate(program: Command, io: CliIo): void {
  program
    .command('validate')
    .description('check registries, skills, .skills folders or single files by every rule')
    .argument(
      '[paths...]',
      'registries, skills or files to check; default, in this order: SKILLS_REGISTRY, registry at, above or right below the current folder',
    )
    .option('-r, --registry <folder>', 'same as a path')
    .addOption(new Option('--format <format>', 'how to report').choices(FORMATS).default('human'))
    .option('--json', 'short for --format json', false)
    .option('-q, --quiet', 'report errors only', false)
    .option('--max-warnings <number>', 'fail if there are more warnings', parseCount)
    .option('--strict', 'apply every rule; ignore the registry’s rules.json', false)
    .option(
      '--fix',
      'repair mechanical faults: lists of files, labels, schema, completeness, index.json',
      false,
    )
    .option('--dry-run', 'with --fix: show the changes, write nothing', false)
    .option('--no-backup', 'with --fix: keep no copies of replaced files')
    .option('--backups <folder>', 'with --fix: folder for the copies; default: backups in your data folder')
    .action((paths: readonly string[], options: ValidateOptions) => validate(paths, options, io));
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It is a whole number.');
  return Number(value);
}

async function validate(paths: readonly string[], options: ValidateOptions, io: CliIo): Promise<void> {
  const named = namedOnce(paths[0], options.registry);
  const wanted = paths.length > 0 || named === undefined ? paths : [named];
  const targets = await validateTargets(wanted, io, options.fix && !options.dryRun);
  const format = options.json ? 'json' : options.format;
  const say = format === 'human' ? io.out : io.err;
  const fixed = options.fix || options.dryRun ? await fix(targets, options, say, io) : undefined;
  const context = { now: new Date(), onProgress: progress(io) };
  const checked: CheckedTarget[] = [];
  for (const target of targets) checked.push(await checkTarget(target, options.strict, context));
  const all = checked.flatMap(({ diagnostics }) => diagnostics);
  const { error, warning } = countBySeverity(all);
  if (fixed?.changed === 0 && fixed.drafts === 0) say(describeUnchanged(error + warning));
  const report = joinReports(checked, { cwd: io.cwd, version, errorsOnly: options.quiet });
  const text = reporterOf(format, io)(report);
  if (text !== '') io.out(text);
  if (format === 'github')
    for (const line of [...describeRelaxed(report.relaxed), summarize(report)]) io.err(line);
  const isTooMany = options.maxWarnings !== undefined && warning > options.maxWarnings;
  if (isTooMany) io.err(`${count(warning, 'warning')}: more than the ${options.maxWarnings} allowed.`);
  const empty = wanted.length === 0 ? [] : checked.filter(({ isEmpty }) => isEmpty);
  for (const { location } of empty) io.err(printable(`There is no skill in ${location.root}.`));
  io.setExitCode(error > 0 || isTooMany || empty.length > 0 ? EXIT_CODES.failed : EXIT_CODES.ok);
}

/** Backups of a run share a folder. */
async function fix(
  targets: readonly ValidateTarget[],
  { dryRun, backup, backups }: ValidateOptions,
  say: (text: string) => void,
  io: CliIo,
): Promise<FixResult> {
  const now = new Date();
  const run = now.toISOString().replace(/[:.]/g, '-');
  const folder =
    backups === undefined ? join(userFolders(io.env).data, 'backups', run) : resolve(io.cwd, backups, run);
  let [changed, drafts] = [0, 0];
  for (const [place, { location }] of targets.entries()) {
    const own = targets.length === 1 ? folder : join(folder, `${place + 1}-${basename(location.root)}`);
    const fixed = await fixRegistry(location, { now, dryRun, say, ...(backup && { backups: own }) });
    changed += fixed.changed;
    drafts += fixed.drafts;
  }
  return { changed, drafts };
}

/** Infos need no fix. */
function describeUnchanged(problems: number): string {
  return problems === 0 ? 'Nothing is to be mended.' : 'What is left is to be mended by hand.';
}

function reporterOf(format: Format, io: CliIo): Reporter {
  if (format === 'json') return reportJson;
  if (format === 'sarif') return reportSarif;
  if (format === 'github') return reportGithub;
  return humanReporter(io.colours ? COLOURS : PLAIN);
}

const SEVERITY_COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const satisfies Record<
  Severity,
  string
>;

const COLOURS: Palette = {
  severity: (text, severity) => styleText(SEVERITY_COLOURS[severity], text),
  strong: (text) => styleText('bold', text),
  faint: (text) => styleText('gray', text),
};

const PROGRESS_MS = 2_000;

function progress(io: CliIo): (done: number, total: number) => void {
  return throttled(PROGRESS_MS, (done, total) =>
    io.err(`Checked ${groupDigits(done)} of ${groupDigits(total)} skills.`),
  );
}
