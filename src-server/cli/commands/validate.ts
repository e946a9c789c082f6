import { promises as fs, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { styleText } from 'node:util';
import { type Command, Option } from 'commander';
import { isSampleRegistry, version } from '../../built-files.ts';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import {
  compareDiagnostics,
  countBySeverity,
  type Diagnostic,
  relax,
  SPECIFICATION,
} from '../../contract/diagnostic.ts';
import { printable } from '../../contract/outside-text.ts';
import { countWords, listSentences } from '../../contract/words.ts';
import { changedPlaces, formatLine } from '../../platform/changed-lines.ts';
import { ABSENT, markOf, userFolders, WriteRefused, writeInside } from '../../platform/files.ts';
import { readRegistryText, readRules } from '../../registry/index-json.ts';
import { findRegistryAround, findRegistryNear } from '../../registry/locate.ts';
import { timelyFindings } from '../../registry/problems.ts';
import { type RegistryReading, readRegistry } from '../../registry/read-registry.ts';
import type { RegistryLocation } from '../../registry/worker-messages.ts';
import { loadTokenCounter } from '../../tokens/count-tokens.ts';
import { checkAndCount, checkedFiles } from '../../validation/check-skill.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { fixManifest } from '../../validation/fix.ts';
import { withPositions } from '../../validation/json-position.ts';
import { type ComparedFacts, compareFacts } from '../../validation/knowledge-files.ts';
import { RULES_FILE } from '../../validation/registry-rules.ts';
import { humanReporter, reportJson, reportSarif } from '../../validation/reporters.ts';
import { CliError, type CliIo, EXIT_CODES, examples } from '../cli-io.ts';
import {
  locateOrFail,
  namedOnce,
  refusalBelow,
  refuseAdded,
  requireExplicitTarget,
} from '../named-registry.ts';
import { describeIndex, planIndex } from './write-registry.ts';

const REPORT_FORMATS = ['human', 'json', 'sarif'] as const;

interface ValidateOptions {
  readonly format: (typeof REPORT_FORMATS)[number];
  readonly json: boolean;
  readonly quiet: boolean;
  readonly fix: boolean;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly backup: boolean;
  readonly registry?: string;
}

export function registerValidate(program: Command, io: CliIo): void {
  const command = program
    .command('validate')
    .description('check a registry, a skill or a .skills folder by every rule')
    .argument(
      '[path]',
      'registry, skill, or file of a skill; default, in this order: SKILLS_REGISTRY, registry at, above or right below the current folder',
    )
    .option('-r, --registry <folder>', 'same as the path')
    .addOption(new Option('--format <format>', 'how to report').choices(REPORT_FORMATS).default('human'))
    .option('--json', 'short for --format json', false)
    .option('-q, --quiet', 'report errors only', false)
    .option('--strict', 'apply every rule; ignore the registry’s rules.json', false)
    .option(
      '--fix',
      'repair mechanical faults: lists of files, labels, schema, completeness, index.json',
      false,
    )
    .option('--dry-run', 'with --fix: show the changes, write nothing', false)
    .option('--no-backup', 'with --fix: keep no copies of replaced files')
    .action((path: string | undefined, options: ValidateOptions) => validate(path, options, io));
  examples(command, io, { 'Check a registry or a skill': ['validate', 'my-registry'] });
}

async function validate(path: string | undefined, options: ValidateOptions, io: CliIo): Promise<void> {
  const { strict, quiet, dryRun, fix, backup } = options;
  const named = namedOnce(path, options.registry);
  const toWrite = fix && !dryRun;
  const picked = named ?? defaultPath(io, toWrite);
  const location = await locateOne(picked, io.cwd);
  if (toWrite) {
    requireExplicitTarget(location, picked, FIX_WORDS, io);
    refuseAdded(location.root, io);
  }
  const format = options.json ? 'json' : options.format;
  if (fix || dryRun) {
    const say = format === 'human' ? io.out : io.err;
    const now = new Date();
    const backups = join(userFolders(io.env).data, 'backups', now.toISOString().replace(/[:.]/g, '-'));
    await fixRegistry(location, { now, dryRun, say, ...(backup && { backups }) });
  }
  const checked = await checkRegistry(location, strict, io.cwd);
  const { error } = countBySeverity(checked.diagnostics);
  const diagnostics = checked.diagnostics.filter(({ severity }) => !quiet || severity === 'error');
  const hidden = checked.diagnostics.length - diagnostics.length;
  const reporter = {
    human: humanReporter(io.colours ? styleText : undefined),
    json: reportJson,
    sarif: reportSarif,
  };
  io.out(reporter[format]({ ...checked, diagnostics, hidden }));
  const isEmpty = named !== undefined && checked.isEmpty;
  if (isEmpty) io.err(printable(`There is no skill in ${location.root}.`));
  io.setExitCode(error > 0 || isEmpty ? EXIT_CODES.failed : EXIT_CODES.ok);
}

const FIX_WORDS = ['validate', '--fix'] as const;

/** Returns the registry that is checked, or written, if none is named, and says on stderr which. */
export function defaultPath(io: CliIo, toWrite: boolean): string {
  const { cwd, env, err } = io;
  const named = registryOfEnvironment({ env });
  if (named !== undefined) {
    err(`Checking ${printable(named)}, named by SKILLS_REGISTRY.`);
    return named;
  }
  const near = findRegistryNear(cwd);
  // With several below, `locateOrFail` lists them.
  if (near === undefined || near.where === 'here' || near.folders.length > 1) return '.';
  if (toWrite && near.where === 'below') throw refusalBelow(cwd, near.folders, FIX_WORDS, io);
  const [folder] = near.folders;
  err(`Checking ${printable(folder)}, the nearest registry ${near.where} the current folder.`);
  return folder;
}

/**
 * Finds what a path means: a file stands for its skill, index.json and rules.json stand for their registry.
 */
async function locateOne(path: string, cwd: string): Promise<RegistryLocation> {
  const picked = resolve(cwd, path);
  const stats = await fs.stat(picked).catch(() => undefined);
  const name = basename(picked);
  if (stats?.isFile() !== true || name === 'index.json') return locateOrFail(picked, cwd);
  if (name === RULES_FILE) return locateOrFail(dirname(picked), cwd);
  for (let folder = dirname(picked); ; folder = dirname(folder)) {
    const manifest = await fs.stat(join(folder, 'skill.json')).catch(() => undefined);
    if (manifest?.isFile()) return locateOrFail(folder, cwd);
    if (dirname(folder) === folder) break;
  }
  const why = 'belongs to no skill: there is no skill.json beside it or above.';
  throw new CliError(EXIT_CODES.noRegistry, `${printable(path)} ${why}`);
}

/** Checks by rules.json of the registry, or of the one around a skill, unless strict. */
async function checkRegistry(location: RegistryLocation, isStrict: boolean, cwd: string) {
  const { root, layout } = location;
  const options = { now: new Date(), agesIndex: !isSampleRegistry(root) };
  const { reading, facts, diagnostics } = await validateRegistry(location, options);
  const rulesRoot = (layout === 'skill' && findRegistryAround(root)) || root;
  const read = isStrict ? { rules: SPECIFICATION, diagnostics: [] } : readRules(rulesRoot);
  const file = slashed(relative(root, join(rulesRoot, RULES_FILE)));
  const ofRules = withPositions(read.diagnostics, () => readRegistryText(rulesRoot, RULES_FILE));
  const left = relax([...ofRules.map((found) => ({ ...found, file })), ...diagnostics], read.rules);
  const pathOf = (path: string) => {
    const near = relative(cwd, join(root, path));
    return slashed(near.startsWith('..') ? join(root, path) : near);
  };
  return {
    facts,
    version,
    relaxed: left.relaxed,
    pathOf,
    isEmpty: facts.length === 0 && reading.drafts.length === 0,
    // Sorts relaxed notes among the others, like the service.
    diagnostics: left.diagnostics.toSorted(compareDiagnostics),
    existingPathOf: (path = '') => pathOf(existingFile(root, path)) || '.',
  };
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** Returns the file if it exists, else the nearest skill.json or index.json, else ''. */
function existingFile(root: string, file: string): string {
  const isFile = (path: string) => {
    try {
      return statSync(join(root, path)).isFile();
    } catch {
      return false;
    }
  };
  if (isFile(file)) return file;
  for (let folder = file; folder !== '' && folder !== '.'; folder = posix.dirname(folder))
    if (isFile(`${folder}/${MANIFEST_FILE}`)) return `${folder}/${MANIFEST_FILE}`;
  return [MANIFEST_FILE, 'index.json'].find(isFile) ?? '';
}

interface FixOptions {
  readonly now: Date;
  /** Whether the changes are only shown, and no file is written. */
  readonly dryRun: boolean;
  /** The absolute folder for copies of what is replaced; by default there are none. */
  readonly backups?: string;
  readonly say: (text: string) => void;
}

/**
 * Repairs all skill.json files, then an existing index.json. Reports and skips drafts, links and unwritable files.
 *
 * @returns number of files, including planned
 */
export async function fixRegistry(location: RegistryLocation, options: FixOptions): Promise<number> {
  const { root } = location;
  const { dryRun, backups, say } = options;
  let changed = 0;
  const { skills, drafts } = readRegistry(location);
  for (const skill of skills.values()) {
    const { key, folder, manifest, manifestText: before } = skill;
    const path = folder === '' ? MANIFEST_FILE : `${folder}/${MANIFEST_FILE}`;
    const mark = await markOf(root, path).catch(() => undefined);
    const texts = new Map([[MANIFEST_FILE, before], ...skill.texts]);
    const fix = fixManifest({ key, folder, manifest, files: checkedFiles(skill), texts });
    if (fix === undefined) continue;
    say(`${dryRun ? 'Would repair' : 'Repairing'} ${printable(join(root, path))}`);
    for (const detail of [...fix.changes, ...shownDiff(before, fix.text)])
      say(`  ${printable(detail.replaceAll('\t', '  '))}`);
    const write = () => writeInside(root, path, fix.text, mark === undefined ? {} : { expected: mark });
    if (await replace(path, write, location, options)) changed += 1;
  }
  if (await fixIndex(location, options)) changed += 1;
  if (drafts.length > 0)
    say(`Unchanged until the last {{write: …}} is replaced: ${countWords(drafts.length, 'draft')}.`);
  if (changed > 0 && backups !== undefined && !dryRun)
    say(`Copies of the replaced files: ${printable(backups)}`);
  return changed;
}

/** Shows the changed places with two lines around them, and `…` between. */
function shownDiff(before: string, after: string): string[] {
  return changedPlaces(before, after, 2).flatMap((place, index) => [
    ...(index === 0 ? [] : ['    …']),
    ...place.map((line) => `  ${formatLine(line).trimEnd()}`),
  ]);
}

async function fixIndex(location: RegistryLocation, options: FixOptions): Promise<boolean> {
  const { file, built, rejected, obstacles, write } = await planIndex(location, options.now);
  if (built.isNew && obstacles === undefined) return false;
  // A broken skill may be mended by hand next; its entry stays.
  const lost = rejected.length > 0 && `${listSentences(rejected, 5)} index.json is left as it is.`;
  if (obstacles !== undefined || lost !== false) {
    options.say(printable(obstacles ?? String(lost)));
    return false;
  }
  if (built.change === 'none') return false;
  options.say(`${options.dryRun ? 'Would rebuild' : 'Rebuilding'} ${printable(file)}`);
  options.say(`  ${printable(describeIndex(built))}`);
  return replace('index.json', write, location, options);
}

/** Replaces a file, and says whether it was replaced or would be. */
async function replace(
  path: string,
  write: () => Promise<void>,
  { root }: RegistryLocation,
  { dryRun, backups, say }: FixOptions,
): Promise<boolean> {
  if (dryRun) return true;
  try {
    if (backups !== undefined) {
      await markOf(root, path); // no link
      const bytes = await readFile(join(root, path));
      await writeInside(backups, path, bytes, { mode: 0o600, expected: ABSENT });
    }
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    say(`Unchanged: ${printable(error.message)}`);
    return false;
  }
}

export interface CheckOptions {
  readonly now: Date;
  readonly agesIndex?: boolean;
  readonly longestMs?: number;
}

export interface ValidationResult {
  readonly reading: RegistryReading;
  readonly facts: readonly ComparedFacts[];
  readonly checked: number;
  readonly diagnostics: readonly Diagnostic[];
}

const SKILLS_PER_TURN = 20;

export async function validateRegistry(
  location: RegistryLocation,
  { now, agesIndex = true, longestMs = Number.POSITIVE_INFINITY }: CheckOptions,
): Promise<ValidationResult> {
  const reading = readRegistry(location, now);
  const { skills, general, contents } = reading;
  const countTokens = loadTokenCounter();
  const updatedAt = contents.indexFile.index?.updatedAt;
  const found: Diagnostic[] = [...(agesIndex ? timelyFindings(updatedAt, now) : [])];
  for (const one of general) found.push(one);
  const startedAt = performance.now();
  let checked = 0;
  for (const skill of skills.values()) {
    for (const one of skill.findings.reading) found.push(one);
    if (performance.now() - startedAt > longestMs) continue;
    const context = { layout: location.layout, now, countTokens };
    for (const one of checkAndCount(skill, skill.texts, context).checks) found.push(one);
    checked += 1;
    if (checked % SKILLS_PER_TURN !== 0) continue;
    await nextTurn();
  }
  const facts = Array.from(skills.values(), (skill) =>
    compareFacts({ key: skill.key, manifest: skill.manifest, files: checkedFiles(skill) }),
  );
  return { reading, facts, checked, diagnostics: found.sort(compareDiagnostics) };
}
