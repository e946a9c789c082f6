import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import type { StoredSubmission, SubmissionCheck } from '../../contract/api.ts';
import { LIMITS } from '../../contract/limits.ts';
import { printable } from '../../contract/outside-text.ts';
import { countWords, listWords } from '../../contract/words.ts';
import { askService, type ServiceReply } from '../../discovery/ask-service.ts';
import { didYouMean, keyNamed, nearKeys } from '../../platform/edit-distance.ts';
import { FileChanged, type FileMark, markOf, writeInside } from '../../platform/files.ts';
import {
  type BuiltIndex,
  buildIndex,
  indexObstacle,
  indexObstacles,
  rejectedSkills,
  whileLocked,
} from '../../registry/build-index.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import { removeSkill, writeFailure } from '../../registry/store-submission.ts';
import { joinRelative } from '../../registry/worker/disk.ts';
import type { RegistryLocation } from '../../registry/worker-messages.ts';
import { describeDraft } from '../../validation/knowledge-files.ts';
import { type AskingOptions, collect, findService, type RunningService } from '../choose-registry.ts';
import { agrees, CliError, type CliIo, cliLine, EXIT_CODES, examples, refuseUnasked } from '../cli-io.ts';
import { locateOrFail, namedOnce, refuseAdded, registryToWrite } from '../named-registry.ts';

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
      whileLocked(location, () =>
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

interface RemoveOptions {
  readonly registry?: string;
  readonly yes: boolean;
}

export function registerRemove(program: Command, io: CliIo): void {
  const command = program
    .command('remove')
    .description('delete a skill from a registry folder, and the entry from index.json')
    .argument('<key>', 'language/author/name; the name is enough if unique, but not with --yes')
    .option(
      '-r, --registry <folder>',
      'registry folder; default, in this order: SKILLS_REGISTRY, registry at or above the current folder',
    )
    .option('-y, --yes', 'delete without asking', false)
    .action((key: string, options: RemoveOptions) => remove(key, options, io));
  examples(command, io, {
    'Delete a skill, after a question': ['remove', 'cpp/gabime/spdlog', '-r', 'my-registry'],
  });
}

async function remove(wanted: string, { registry, yes }: RemoveOptions, io: CliIo): Promise<void> {
  const named = registry ?? registryOfEnvironment({ env: io.env });
  const location = await registryToWrite(named, ['remove', wanted, '-r'], io);
  const { root, skillsFolder } = location;
  const { contents, skills } = readRegistry(location);
  const key = keyNamed([...skills.keys()], wanted) ?? wanted;
  // Served or broken.
  const skill = skills.get(key) ?? contents.folders.get(joinRelative(skillsFolder, key));
  if (skill === undefined) {
    const advice = didYouMean(nearKeys([...skills.keys()], wanted));
    throw new CliError(EXIT_CODES.failed, `Skill '${wanted}' not found in ${root}.${advice}`);
  }
  const { folder } = skill;
  const inner = [...contents.folders.keys()].find((path) => path.startsWith(`${folder}/`));
  if (inner !== undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `${inner} is a skill of its own inside of ${folder}. Move it out first.`,
    );
  if (yes && key !== wanted)
    throw new CliError(EXIT_CODES.usage, `Nothing was removed: --yes goes with the whole key, ${key}.`);
  const what = `${key} from ${root}: the folder ${folder} with ${countWords(skill.files.size + 1, 'file')}`;
  const answer = yes || (await agrees(`Remove ${printable(what)}?`, io));
  if (answer !== true) refuseUnasked(answer, 'Nothing was removed');
  const below = skillsFolder === '' ? folder : folder.slice(skillsFolder.length + 1);
  await removeSkill(location, { folder, names: new Set([key, below]) }).catch((error: unknown) => {
    const message = `The skill could not be removed: ${writeFailure(error)}`;
    throw new CliError(EXIT_CODES.failed, message, { cause: error });
  });
  io.out(printable(`Removed ${what}.`));
  const obstacle = indexObstacle(contents.indexFile);
  if (obstacle !== undefined) io.out(printable(`index.json is left as it is: ${obstacle}`));
}

interface SubmitOptions extends AskingOptions {
  readonly check: boolean;
}

export function registerSubmit(program: Command, io: CliIo): void {
  const command = program
    .command('submit')
    .description('add a skill to the registry of a running service (started with --allow-submit)')
    .argument('<folder>', 'skill folder, .skills folder or skill.json')
    .option('--check', 'add nothing; list the problems that would refuse the skill', false)
    .option(
      '-r, --registry <folder>',
      'registry of the service (repeatable); default, in this order: SKILLS_REGISTRY, running service',
      collect,
    )
    .option('--token-file <path>', 'file with the token of the service')
    .action((folder: string, options: SubmitOptions) => submit(folder, options, io));
  examples(command, io, { 'Add a skill': ['submit', '.skills'] });
}

async function submit(folder: string, options: SubmitOptions, io: CliIo): Promise<void> {
  const json = await readSubmission(folder, io);
  const { running: service, named } = await findService(options, io);
  if (named[0] !== undefined) refuseAdded(named[0].location.root, io);
  if (service === undefined) {
    const line = cliLine(['serve', '-r', options.registry?.[0] ?? '<folder>', '--allow-submit'], io);
    throw new CliError(EXIT_CODES.failed, `No such service runs. Start one that takes submissions: ${line}`);
  }
  const { address, registry } = service;
  const path = options.check ? '/v1/skills?check=1' : '/v1/skills';
  const reply = await askService(address, path, { json });
  if (reply.status !== 200 && reply.status !== 201)
    throw new CliError(EXIT_CODES.failed, describeRefusal(reply, service, io));
  if (!options.check) {
    const stored = JSON.parse(reply.body) as StoredSubmission;
    const { key, withheld, taken_out: takenOut = [], unfindable = [] } = stored;
    const lines = [`Added ${key} to ${registry}.`, `It is served at ${address.url}/v1/skills/${key}`];
    if (withheld !== undefined) lines.push(`Agents don’t get it: ${withheld}.`);
    if (takenOut.length > 0) lines.push(`Only others can say this of a skill, so: ${takenOut.join(' ')}`);
    return io.out([...lines, ...unfindable].map(printable).join('\n'));
  }
  const { key, accepted, problems, diagnostics } = JSON.parse(reply.body) as SubmissionCheck;
  if (accepted) {
    const unfindable = diagnostics.filter(({ code }) => code === 'entries-too-many');
    const lines = [`${key} would be added to ${registry}.`, ...unfindable.map(({ message }) => message)];
    return io.out(lines.map(printable).join('\n'));
  }
  const said = [`${address.url} would not accept it:`, ...problems.map((problem) => `- ${problem}`)];
  io.err(said.map(printable).join('\n'));
  io.setExitCode(EXIT_CODES.failed);
}

/**
 * Makes the body of `POST /v1/skills`. Throws a `CliError` unless the folder holds exactly one skill that can
 * be read.
 */
async function readSubmission(folder: string, io: CliIo): Promise<string> {
  const location = await locateOrFail(folder, io.cwd);
  const { root } = location;
  const { skills, drafts } = readRegistry(location);
  const [skill, ...others] = skills.values();
  if (skill === undefined) {
    const why = drafts[0] ? describeDraft(drafts[0].toWrite) : `The skill in ${root} can't be used.`;
    throw new CliError(EXIT_CODES.failed, `${why} What to mend: ${cliLine(['validate', folder], io)}`);
  }
  if (others.length > 0)
    throw new CliError(
      EXIT_CODES.usage,
      `${root} holds ${countWords(skills.size, 'skill')}. Name the folder of one: ${join(root, skill.folder)}`,
    );
  const files = Object.fromEntries([...skill.files.keys()].map((path) => [path, skill.texts.get(path)]));
  const lost = Object.keys(files).find((path) => files[path] === undefined);
  const json = JSON.stringify({ skill: skill.manifest, files });
  const size = Math.ceil(Buffer.byteLength(json) / 1024);
  if (lost !== undefined) throw new CliError(EXIT_CODES.failed, `${lost} of ${root} can't be read.`);
  if (size > LIMITS.bodyBytes / 1024)
    throw new CliError(
      EXIT_CODES.failed,
      `The skill has ${size} KiB; a submission may have ${LIMITS.bodyBytes / 1024} KiB.`,
    );
  return json;
}

function describeRefusal(reply: ServiceReply, { address, registry, app }: RunningService, io: CliIo): string {
  const said = errorOf(reply);
  if (reply.status === 401) return `${said} Name the file that holds it with --token-file.`;
  if (reply.status !== 403) return said;
  const way =
    app === 'tray'
      ? 'Turn submissions on in the settings of the app.'
      : `Stop it, then start it with: ${cliLine(['serve', '-r', registry, '--allow-submit'], io)}`;
  return `The service at ${address.url} takes no submissions. ${way}`;
}

/** Returns the error of an answer, or its status if the body is none of ours. */
function errorOf({ status, body }: ServiceReply): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Not our service's.
  }
  return `The service answered with status ${status} without a reason.`;
}
