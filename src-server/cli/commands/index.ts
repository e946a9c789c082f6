import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { printable } from '../../contract/outside-text.ts';
import { countWords, listWords } from '../../contract/words.ts';
import { FileChanged, type FileMark, markOf, writeInside } from '../../platform/files.ts';
import {
  type BuiltIndex,
  buildIndex,
  indexObstacles,
  inTurn,
  rejectedSkills,
} from '../../registry/build-index.ts';
import type { RegistryLocation } from '../../registry/messages.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples } from '../cli-io.ts';
import { namedOnce, registryToWrite } from '../named-registry.ts';

export function registerIndex(program: Command, io: CliIo): void {
  const command = program
    .command('index')
    .description('rebuild index.json from the skills of a registry')
    .argument('[registry]', 'registry folder; default: registry at or above the current folder')
    .option('-r, --registry <folder>', 'same as the argument')
    .option('--check', 'change nothing; exit with 1 if index.json is out of date', false)
    .option('--strict', 'exit with 1 if a skill is left out', false)
    .action((registry: string | undefined, options: IndexOptions) =>
      index(namedOnce(registry, options.registry), options, io),
    );
  examples(command, io, { 'Rebuild index.json': ['index', 'my-registry'] });
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
  const location = await registryToWrite(registry, ['index'], io);
  const plan = await planIndex(location);
  const { file, built, skills, rejected } = plan;
  const mend = `What to mend: ${cliLine(['validate', location.root], io)}`;
  refuseObstacles(plan, mend);
  const shown = printable(file);
  const isStale = check && built.change === 'content';
  const line = cliLine(['index', dirname(file)], io);
  if (isStale) io.out(`${shown} is not what the skills say. ${describeIndex(built)} Run: ${line}`);
  // Nobody's change is at fault, so a check of changes goes on.
  else if (check && built.change === 'time')
    io.out(`${shown} is stale: over a week old, though its entries are right. Run: ${line}`);
  else if (check || built.change === 'none')
    io.out(`${shown} is up to date: version ${built.version}, ${skills}.`);
  else {
    const written = await writeIndex(plan, location, mend);
    io.out(
      `Wrote ${shown}: version ${written.built.version}, ${written.skills}. ${describeIndex(written.built)}`,
    );
  }
  for (const skill of rejected) io.err(printable(`Left out: ${skill}`));
  if (rejected.length > 0) io.err(mend);
  io.setExitCode(isStale || (strict && rejected.length > 0) ? EXIT_CODES.failed : EXIT_CODES.ok);
}

function refuseObstacles({ obstacles }: IndexPlan, mend: string): void {
  if (obstacles !== undefined) throw new CliError(EXIT_CODES.failed, `${obstacles} ${mend}`);
}

/** A file that others write all the time is left to them. */
const MOST_ATTEMPTS = 5;

/** Writes the index. Where another program wrote it after it was read, it is built anew. Returns what was written. */
async function writeIndex(first: IndexPlan, location: RegistryLocation, mend: string): Promise<IndexPlan> {
  let plan = first;
  for (let attempt = 1; ; attempt += 1) {
    refuseObstacles(plan, mend);
    try {
      await plan.write();
      return plan;
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === MOST_ATTEMPTS) throw error;
      plan = await planIndex(location);
    }
  }
}

/** At most this many keys of a kind are named; the others are counted. */
const MOST_KEYS_NAMED = 5;

interface IndexPlan {
  /** The absolute path of index.json. */
  readonly file: string;
  readonly built: BuiltIndex;
  /** How many skills there are, as in `3 skills`. */
  readonly skills: string;
  /** A sentence for each skill that is left out. */
  readonly rejected: readonly string[];
  /** Why a rebuild would lose contents. */
  readonly obstacles: string | undefined;
  /** Rejects with `WriteRefused`, also if the file was edited since. */
  write(): Promise<void>;
}

/** Says what index.json would become. */
export async function planIndex(location: RegistryLocation, now = new Date()): Promise<IndexPlan> {
  const { root } = location;
  const expected: FileMark | undefined = await markOf(root, 'index.json').catch(() => undefined);
  const reading = readRegistry(location, now);
  const built = buildIndex(reading, now);
  return {
    file: join(root, 'index.json'),
    built,
    skills: countWords(reading.skills.size, 'skill'),
    rejected: rejectedSkills(reading),
    obstacles: indexObstacles(reading),
    write: () =>
      inTurn(location, () =>
        writeInside(root, 'index.json', built.text, expected === undefined ? {} : { expected }),
      ),
  };
}

/** Describes what changes, and which drafts are left out. */
export function describeIndex({ change, added, updated, removed, isNew, drafts }: BuiltIndex): string {
  const said = Object.entries({ added, updated, removed })
    .filter(([, keys]) => keys.length > 0)
    .map(([verb, keys]) => `${verb} ${listWords(keys.map(printable), MOST_KEYS_NAMED)}`)
    .join('; ');
  return [
    ...(change === 'time' ? ['index.json was over a week old. Only time and version changed.'] : []),
    ...(said === '' ? [] : [`${said.charAt(0).toUpperCase()}${said.slice(1)}.`]),
    ...(said === '' && change === 'content' && !isNew ? ['The entries did not change.'] : []),
    ...(drafts === 0
      ? []
      : [`Left out until the last {{write: …}} is gone: ${countWords(drafts, 'draft')}.`]),
  ].join(' ');
}
