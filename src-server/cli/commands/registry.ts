import type { Command } from 'commander';
import type { AddedRegistry, ChangeNote, ReadSkillChange } from '../../contract/added-registries.ts';
import { printable, printableJson, printableLines } from '../../contract/outside-text.ts';
import { layerIds } from '../../contract/service.ts';
import { countWords, type FetchProgress, fetchWords, listWords, shortCommit } from '../../contract/words.ts';
import { askServers } from '../../discovery/find-services.ts';
import { formatDiff } from '../../platform/changed-lines.ts';
import { userFolders, WriteRefused } from '../../platform/files.ts';
import { RegistryRefusal, sizeWords, WrongRequest } from '../../registries/copy.ts';
import {
  type Addition,
  type AddRequest,
  manageRegistries,
  type Registries,
} from '../../registries/manage-registries.ts';
import { openRegistryStore, toDocument } from '../../registries/registry-store.ts';
import { agrees, CliError, type CliIo, cliLine, EXIT_CODES, examples, refuseUnasked } from '../cli-io.ts';
import { formatTable } from '../text.ts';

interface Asking {
  readonly yes: boolean;
  readonly json: boolean;
}

interface Context {
  readonly registries: Registries;
  readonly io: CliIo;
}

const JSON_OPTION = ['--json', 'print one JSON document', false] as const;
const YES_OPTION = ['-y, --yes', 'without asking', false] as const;

export function registerRegistry(program: Command, io: CliIo): void {
  const command = program.command('registry').description('add registries by their address, and update them');
  examples(command, io, { 'Preview a registry, then add it': ['registry', 'add', 'owner/name'] });
  /** Makes the action of a subcommand, whose refusals become `CliError`s. */
  const run =
    <Args extends readonly unknown[]>(work: (context: Context, ...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      const store = openRegistryStore(userFolders(io.env).data);
      try {
        const onProgress = (progress: FetchProgress) => io.progress?.(fetchWords(progress));
        await work({ registries: manageRegistries(store, { env: io.env, onProgress }), io }, ...args);
      } catch (error) {
        if (error instanceof WrongRequest) throw new CliError(EXIT_CODES.usage, asTyped(error.message, io));
        if (error instanceof RegistryRefusal || error instanceof WriteRefused)
          throw new CliError(EXIT_CODES.failed, asTyped(error.message, io));
        throw error;
      } finally {
        io.progress?.('');
      }
    };
  const named = (usage: string, description: string) => command.command(usage).description(description);
  named('add <address>', 'fetch a registry from its address and add it below the others')
    .option('--ref <name>', 'branch, tag or whole commit id; default: the repository’s own branch')
    .option('--folder <path>', 'folder of the registry in the repository; default: the whole repository')
    .option('--name <name>', 'name of the registry; default: the repository’s name')
    .option('--follow', 'take updates without asking', false)
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .action(run(addRegistry));
  named('list', 'list the added registries, the upper first, without network access')
    .option(...JSON_OPTION)
    .action(run(async ({ registries }, { json }: Asking) => printList(registries, json, io)));
  named('update [name...]', 'look for updates of all that are not pinned, show and take them')
    .option('--check', 'only look; exit with 1 if there is an update', false)
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .action(run(updateRegistries));
  named('diff <name>', 'show what an update would change, skill by skill')
    .option(...JSON_OPTION)
    .action(run(showChanges));
  named('pin <name> [commit]', 'stay at a commit, the served one if none is given').action(
    run(async ({ registries }, name: string, id?: string) =>
      io.out(`${name} stays at ${shortCommit((await registries.pin(name, id)).commit)}.`),
    ),
  );
  named('follow <name>', 'unpin a registry, and take updates without asking').action(
    run(async ({ registries }, name: string) => {
      await registries.setMode(name, 'follow');
      io.out(`${name} follows its address: updates are taken without asking.`);
    }),
  );
  named('order <name...>', 'move registries to the front, in the given order').action(
    run(async ({ registries }, names: readonly string[]) =>
      io.out((await registries.order(names)).map(({ name }) => name).join('\n')),
    ),
  );
  named('remove <name>', 'remove an added registry and all copies')
    .option(...YES_OPTION)
    .action(run(removeRegistry));
}

/** Puts the user's beginning of a command in the place of the bare name, which those that know no terminal say. */
function asTyped(message: string, io: CliIo): string {
  return message.replace(/\bskills-registry (?=(?:registry|serve) )/g, `${cliLine([], io)} `);
}

async function addRegistry(
  { registries, io }: Context,
  address: string,
  { yes, json, ...wanted }: Asking & Omit<AddRequest, 'address'>,
): Promise<void> {
  // --yes names no host.
  const allow = async (from: string, to: string) =>
    !yes && (await agrees(printable(`${from} leads to another host. Fetch from ${to}?`), io)) === true;
  const found = await registries.prepare({ address, ...wanted }, allow);
  if (!('add' in found)) {
    io.out(json ? documentOf(found) : `Nothing was changed: this is added already, as ${found.name}.`);
    return;
  }
  try {
    const takers = await findTakers(registries, io);
    if (!yes) {
      (json ? io.err : io.out)(describeAddition(found, takers));
      const other = takers.find(({ isReplaced }) => isReplaced);
      const question =
        other && printable(`Add it, so that ${other.url} serves it instead of ${other.before}?`);
      const answer = await agrees(question ?? 'Add it?', io);
      if (answer === undefined && json) io.out(documentOf(found.registry));
      if (answer !== true) refuseUnasked(answer, 'Nothing was added');
    }
    const registry = await found.add();
    const { name, skills, left_out: leftOut = [] } = registry;
    const lines = [
      ...leftOut.map((sentence) => `Left out: ${sentence}`),
      `Added ${name} with ${countWords(skills, 'skill')}.${
        takers.length === 0 ? ` Serve it: ${cliLine(['serve', '-r', name], io)}` : ''
      }`,
      ...takers.map(
        ({ url, before, isReplaced }) =>
          `${url} takes it up now, ${isReplaced ? 'instead of' : 'below'} ${before}.`,
      ),
      `Connect an agent: ${cliLine(['connect', '<client>', '-r', name, '--write'], io)}`,
    ];
    io.out(json ? documentOf(registry) : lines.map(printable).join('\n'));
  } finally {
    await found.discard();
  }
}

/** A running service that takes a registry up as soon as it is added. */
interface Taker {
  readonly url: string;
  /** What it serves until then, for people. */
  readonly before: string;
  /** It will serve the registry in the place of what it serves, and not below. */
  readonly isReplaced: boolean;
}

async function findTakers(registries: Registries, io: CliIo): Promise<readonly Taker[]> {
  const isFirst = registries.list().length === 0;
  const { answering, ignored } = await askServers(
    userFolders(io.env).data,
    ({ takesAdded }) => takesAdded !== undefined,
  );
  for (const line of ignored) io.err(printable(line));
  return answering.map(({ file, status }) => {
    const layers = (status && layerIds(status)) ?? [file.registry];
    const isSample = status?.registry.sample === true && layers.length === 1;
    const isReplaced = isFirst && file.takesAdded === 'alone';
    return { url: file.url, before: isSample ? 'the sample' : layers.join(', '), isReplaced };
  });
}

async function removeRegistry({ registries, io }: Context, name: string, { yes }: Asking): Promise<void> {
  const registry = registries.list().find((one) => one.name === name);
  if (registry !== undefined && !yes) {
    const what = `${name} with ${countWords(registry.skills, 'skill')}, from ${registry.address}`;
    const answer = await agrees(printable(`Remove ${what}, and its copies?`), io);
    if (answer !== true) refuseUnasked(answer, 'Nothing was removed');
  }
  await registries.remove(name);
  io.out(`Removed ${name}.`);
}

const documentOf = (registry: Parameters<typeof toDocument>[0]) => printableJson(toDocument(registry), 2);

function printList(registries: Registries, json: boolean, io: CliIo): void {
  const all = registries.list();
  io.out(json ? printableJson({ registries: all.map(toDocument) }, 2) : describeRegistries(all, io));
}

async function updateRegistries(
  { registries, io }: Context,
  names: readonly string[],
  { check, yes, json }: Asking & { readonly check: boolean },
): Promise<void> {
  const say = json ? io.err : io.out;
  const all = registries.list();
  const pinned = all.find((one) => one.pinned && names.includes(one.name));
  if (pinned !== undefined)
    throw new RegistryRefusal(
      `${pinned.name} is pinned, so no update is looked for. To unpin it: skills-registry registry follow ${pinned.name}`,
    );
  const unpinned = all.filter((one) => !one.pinned).map(({ name }) => name);
  let isUnasked = false;
  for (const name of names.length > 0 ? new Set(names) : unpinned) {
    const registry = await registries.check(name);
    const { error, update, follow, commit } = registry;
    if (error !== null || (check && update !== null)) io.setExitCode(EXIT_CODES.failed);
    if (error !== null) io.err(printable(`${name}: ${error} ${shortCommit(commit)} stays.`));
    else say(describeUpdate(registry));
    if (error !== null || check || update === null) continue;
    const question = `Take it? What is different: ${cliLine(['registry', 'diff', name], io)}`;
    const answer = yes || (follow && io.isTyped) || (await agrees(question, io));
    isUnasked ||= answer === undefined;
    if (answer !== true) continue;
    await registries.take(name, update.commit);
    say(
      `${name}: now ${shortCommit(update.commit)}. To return: ${cliLine(['registry', 'pin', name, commit], io)}`,
    );
  }
  if (json) printList(registries, true, io);
  if (isUnasked) refuseUnasked(undefined, 'Nothing was taken');
}

async function showChanges({ registries, io }: Context, name: string, { json }: Asking): Promise<void> {
  const before = registries.list().find((one) => one.name === name);
  const { error } = before?.pinned ? before : await registries.check(name);
  if (error !== null) io.err(printable(`${name}: ${error} This is what was known before.`));
  const { registry, skills } = await registries.changes(name);
  const printed = skills.map(toPrinted);
  io.out(
    json
      ? printableJson({ name, update: registry.update, skills: printed }, 2)
      : [describeUpdate(registry), ...printed.map(describeChanges)].join('\n\n'),
  );
}

/** At most this many keys are named; the others are counted. */
const MOST_KEYS_NAMED = 8;

/** Lists the added registries, that of the highest priority first. */
function describeRegistries(registries: readonly AddedRegistry[], io: CliIo): string {
  if (registries.length === 0)
    return `No registry was added. Add one: ${cliLine(['registry', 'add', '<address>'], io)}`;
  const rows = registries.map((registry) => {
    const { state, name, skills, commit, pinned, follow } = toDocument(registry);
    const words = `${state}${pinned ? ', pinned' : ''}${follow ? ', follows' : ''}`;
    return [name, String(skills), words, shortCommit(commit), placeWords(registry)];
  });
  const notes = registries.flatMap(({ name, error, left_out: leftOut = [] }) => [
    ...(error === null ? [] : [`${name}: ${error}`]),
    ...leftOut.map((sentence) => `${name}: left out: ${sentence}`),
  ]);
  return [
    formatTable([['NAME', 'SKILLS', 'STATE', 'COMMIT', 'ADDRESS'], ...rows], io.columns),
    ...(notes.length === 0 ? [] : ['', ...notes.map(printable)]),
  ].join('\n');
}

/** Says where a registry is from, as in `https://host/owner/name, folder x at main`. */
function placeWords({ address, folder, ref }: AddedRegistry): string {
  const inside = folder === null ? '' : `, folder ${folder}`;
  return printable(`${address}${inside}${ref === null ? '' : ` at ${ref}`}`);
}

function describeAddition({ registry, facts }: Addition, takers: readonly Taker[]): string {
  const { skipped, bytes, files } = facts;
  const lines = [
    `Address   ${placeWords(registry)}`,
    `Commit    ${shortCommit(registry.commit)}`,
    `Skills    ${countWords(registry.skills, 'skill')}`,
    `Size      ${countWords(Object.keys(files).length, 'file')}, ${sizeWords(bytes)}`,
    ...skipped.map((sentence) => `Left out  ${sentence}`),
    ...takers.map(
      ({ url, before, isReplaced }) =>
        `Service   ${url} takes it up at once, ${isReplaced ? 'instead of' : 'below'} ${before}`,
    ),
  ];
  return [
    `${registry.name} would be added. Its authors write what your agents read: look at it first.`,
    ...lines.map((line) => `  ${printable(line)}`),
  ].join('\n');
}

function describeUpdate({ name, commit, update }: AddedRegistry): string {
  if (update === null) return `${name}: nothing new since ${shortCommit(commit)}.`;
  const lines = [
    ['Added', update.added],
    ['Changed', update.changed],
    ['Removed', update.removed],
    ['Risk is higher now', update.risk_raised],
  ] as const;
  return [
    `${name}: ${shortCommit(commit)} is served, ${shortCommit(update.commit)} is new.`,
    ...lines.flatMap(([label, keys]) =>
      keys.length === 0
        ? []
        : [`  ${label}: ${countWords(keys.length, 'skill')} (${listWords(keys, MOST_KEYS_NAMED)})`],
    ),
  ]
    .map(printable)
    .join('\n');
}

/** The changes of a skill as they are printed. */
interface PrintedChange {
  readonly key: string;
  readonly files: readonly {
    readonly path: string;
    readonly change: 'added' | 'changed' | 'removed';
    /** What to look at, as words for people. */
    readonly notes: readonly string[];
    /** Lines that begin with `+`, `-` or a blank; '' for binary and large files. */
    readonly diff: string;
  }[];
}

function toPrinted({ key, files }: ReadSkillChange): PrintedChange {
  return {
    key,
    files: files.map(({ path, change, notes, diff }) => ({
      path,
      change,
      notes: notes.map(noteWords),
      diff: formatDiff(diff.flat()),
    })),
  };
}

function noteWords({ kind, text }: ChangeNote): string {
  if (kind === 'hidden') return 'has characters now that can’t be seen';
  return kind === 'unread' ? 'no text, or too large to show' : `new ${kind}: ${text}`;
}

function describeChanges({ key, files }: PrintedChange): string {
  const lines = files.flatMap(({ path, change, notes, diff }) => [
    `  ${change} ${printable(path)}`,
    ...notes.map((note) => `  ! ${printable(note)}`),
    ...(diff === '' ? [] : [printableLines(diff).replace(/^/gm, '    ')]),
  ]);
  return [printable(key), ...lines].join('\n');
}
