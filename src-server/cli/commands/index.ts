import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { printable } from '../../contract/words/printable.ts';
import { markOf, writeInside } from '../../platform/write-file.ts';
import { findRegistryNear } from '../../registry/find-registry-near.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import {
  type BuiltIndex,
  buildIndex,
  indexObstacles,
  rejectedSkills,
} from '../../registry/write/build-index.ts';
import { inTurn } from '../../registry/write/store-submission.ts';
import { CliError, type CliIo, NothingThere } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { locateOrFail } from '../target/locate-or-fail.ts';
import { namedOnce } from '../target/named-once.ts';
import { refuseBelow, requireExplicitTarget } from '../target/refuse-below.ts';
import { count } from '../text/count.ts';
import { describeIndex, describeObstacles } from '../text/describe-index.ts';

export function registerIndex(program: Command, io: CliIo): void {
  program
    .command('index')
    .description('rebuild index.json from the skills of a registry')
    .argument('[registry]', 'registry folder; default: registry at or above the current folder')
    .option('-r, --registry <folder>', 'same as the argument')
    .option('--check', 'change nothing; exit with 1 if index.json is out of date', false)
    .option('--strict', 'exit with 1 if a skill is left out', false)
    .action((registry: string | undefined, options: IndexOptions) =>
      index(namedOnce(registry, options.registry), options, io),
    );
}

interface IndexOptions {
  readonly check: boolean;
  readonly strict: boolean;
  readonly registry?: string;
}

async function index(
  registry: string | undefined,
  { check, strict }: IndexOptions,
  io: CliIo,
): Promise<void> {
  const location = await locateNamed(registry, io);
  if (location.layout === 'skill' || location.layout === 'library')
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${location.root} is one library’s own; it needs no index.json.`,
    );
  const rebuilt = await build(location, io);
  let isCurrent = true;
  // Locks only for a change: the folder may be read-only.
  if (check || rebuilt.built.change === 'none') isCurrent = describeCheck(rebuilt, io);
  else await inTurn(location, () => write(location, io));
  for (const rejected of rebuilt.rejected) io.err(printable(`Left out: ${rejected}`));
  if (rebuilt.rejected.length > 0) io.err(`What to mend: ${cliLine(['validate', location.root], io)}`);
  const isLacking = strict && rebuilt.rejected.length > 0;
  io.setExitCode(isCurrent && !isLacking ? EXIT_CODES.ok : EXIT_CODES.failed);
}

/** At or above the current folder; never below: the command writes. */
async function locateNamed(registry: string | undefined, io: CliIo): Promise<RegistryLocation> {
  const { cwd } = io;
  const near = registry === undefined ? findRegistryNear(cwd) : undefined;
  if (near?.where === 'below') throw refuseBelow(cwd, near.folders, ['index'], io);
  const picked = registry ?? near?.folders[0];
  if (picked === undefined)
    throw new NothingThere(`There is no registry in ${cwd} or above it. Name its folder.`);
  const location = await locateOrFail(picked, cwd);
  requireExplicitTarget(location, picked, ['index'], io);
  return location;
}

interface Rebuilt {
  readonly built: BuiltIndex;
  readonly file: string;
  /** `12 skills` */
  readonly skills: string;
  readonly rejected: readonly string[];
}

/** Throws `CliError` where contents would be lost. */
async function build(location: RegistryLocation, io: CliIo): Promise<Rebuilt> {
  const now = new Date();
  const snapshot = readRegistry(location, now);
  const obstacles = describeObstacles(indexObstacles(snapshot));
  if (obstacles !== undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `${obstacles} What to mend: ${cliLine(['validate', location.root], io)}`,
    );
  const file = join(location.root, 'index.json');
  const [skills, rejected] = [count(snapshot.skills.size, 'skill'), rejectedSkills(snapshot)];
  return { built: buildIndex(snapshot, now), file, skills, rejected };
}

/** @returns index.json is current */
function describeCheck({ built, file, skills }: Rebuilt, io: CliIo): boolean {
  const isChanged = built.change === 'content';
  io.out(
    isChanged
      ? `${printable(file)} is not what the skills say. ${describeIndex(built)} Run: ${cliLine(['index', dirname(file)], io)}`
      : `${printable(file)} is up to date: version ${built.version}, ${skills}.`,
  );
  return !isChanged;
}

async function write(location: RegistryLocation, io: CliIo): Promise<void> {
  const expected = await markOf(location.root, 'index.json');
  const rebuilt = await build(location, io);
  const { built, file, skills } = rebuilt;
  if (built.change === 'none') {
    describeCheck(rebuilt, io);
    return;
  }
  await writeInside(location.root, 'index.json', built.text, { expected });
  io.out(`Wrote ${printable(file)}: version ${built.version}, ${skills}. ${describeIndex(built)}`);
}
