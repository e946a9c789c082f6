import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { styleText } from 'node:util';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isSampleRegistry } from '../../built-files.ts';
import { countBySeverity, type Severity } from '../../contract/diagnostic.ts';
import type { RegistryLocation } from '../../registry/model/registry-snapshot.ts';
import { readRegistryText } from '../../registry/rule-facts.ts';
import { validateRegistry } from '../../registry/validate-registry.ts';
import { openSkillChecker } from '../../service/open-skill-checker.ts';
import { reportGithub } from '../../validation/reporters/github-reporter.ts';
import { humanReporter, type Palette, PLAIN, summarize } from '../../validation/reporters/human-reporter.ts';
import { reportJson } from '../../validation/reporters/json-reporter.ts';
import type { Report, Reporter } from '../../validation/reporters/report.ts';
import { reportSarif } from '../../validation/reporters/sarif-reporter.ts';
import { version } from '../../version.ts';
import type { CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { fixRegistry } from '../fix-registry.ts';
import { locateOrFail } from '../locate-or-fail.ts';

const FORMATS = ['human', 'json', 'sarif', 'github'] as const;
type Format = (typeof FORMATS)[number];

interface ValidateOptions {
  readonly format: Format;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly maxWarnings?: number;
  readonly fix: boolean;
  readonly dryRun: boolean;
}

/** `skills-registry validate`: what is wrong with a registry or a skill, where, and how to mend it. */
export function registerValidate(program: Command, io: CliIo): void {
  program
    .command('validate')
    .description('check a registry, a skill, a .skills folder or a skill.json by every rule')
    .argument('[path]', 'what to check', '.')
    .addOption(new Option('--format <format>', 'how to report').choices(FORMATS).default('human'))
    .option('--json', 'short for --format json', false)
    .option('-q, --quiet', 'report errors only', false)
    .option('--max-warnings <number>', 'fail where there are more warnings', parseCount)
    .option('--fix', 'repair what is mechanical: lists of files, schema, completeness, index.json', false)
    .option('--dry-run', 'with --fix: show what would change, and change nothing', false)
    .action((path: string, options: ValidateOptions) => validate(path, options, io));
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It is a whole number.');
  return Number(value);
}

async function validate(path: string, options: ValidateOptions, io: CliIo): Promise<void> {
  const location = await locateOrFail(path, io.cwd);
  const format = options.json ? 'json' : options.format;
  if (options.fix || options.dryRun) {
    const say = format === 'human' ? io.out : io.err;
    await fixRegistry(location, { now: new Date(), dryRun: options.dryRun, say });
  }
  const threads = Math.max(1, availableParallelism() - 1);
  const checker = openSkillChecker({ threads });
  const { facts, diagnostics } = await validateRegistry(location, {
    now: new Date(),
    checker,
    agesIndex: !isSampleRegistry(location.root),
    atOnce: threads + 1,
    onProgress: progress(io),
  }).finally(() => checker.close());
  const shown = options.quiet ? diagnostics.filter(({ severity }) => severity === 'error') : diagnostics;
  const report: Report = {
    diagnostics: shown,
    hidden: diagnostics.length - shown.length,
    facts,
    version,
    pathOf: pathFrom(io.cwd, location),
    readLines: lineReader(location),
  };
  const text = reporterOf(format, io)(report);
  if (text !== '') io.out(text);
  if (format === 'github') io.err(summarize(report));
  const { error, warning } = countBySeverity(diagnostics);
  const isTooMany = options.maxWarnings !== undefined && warning > options.maxWarnings;
  if (isTooMany) io.err(`${warning} warnings are more than the ${options.maxWarnings} allowed.`);
  io.setExitCode(error > 0 || isTooMany ? EXIT_CODES.failed : EXIT_CODES.ok);
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

/** As the user would type it from where they are; absolute outside of there. */
function pathFrom(cwd: string, { root }: RegistryLocation): (file: string) => string {
  return (file) => {
    const path = relative(cwd, join(root, file));
    return (path.startsWith('..') ? join(root, file) : path).split(sep).join('/');
  };
}

/** Reads files for the lines that are shown. index.json, which every skill may come back to, is kept. */
function lineReader({ root }: RegistryLocation): (file: string) => readonly string[] | undefined {
  const read = (file: string) => readRegistryText(root, file)?.split(/\r\n|\n|\r/);
  let index: readonly string[] | undefined;
  return (file) => {
    if (file !== 'index.json') return read(file);
    index ??= read(file);
    return index;
  };
}

const PROGRESS_MS = 2_000;

/** A line on stderr every two seconds; nothing where it is done sooner. */
function progress(io: CliIo): (done: number, total: number) => void {
  let next = performance.now() + PROGRESS_MS;
  return (done, total) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_MS;
    io.err(`Checked ${done.toLocaleString('en')} of ${total.toLocaleString('en')} skills.`);
  };
}
