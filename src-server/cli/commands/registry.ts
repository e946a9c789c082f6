import type { Command } from 'commander';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { shortCommit } from '../../contract/words/short-commit.ts';
import { readChanges } from '../../registries/read-changes.ts';
import { toDocument } from '../../registries/registry-document.ts';
import type { CliIo } from '../cli-io.ts';
import { type AddOptions, addRegistry } from '../registry/add-registry.ts';
import { changesText, toPrinted } from '../registry/describe-changes.ts';
import { describeRegistries, describeUpdate } from '../registry/describe-registry.ts';
import { workOnRegistries } from '../registry/registry-commands.ts';
import { type UpdateOptions, updateRegistries } from '../registry/update-registries.ts';

interface JsonOption {
  readonly json: boolean;
}

const ADDRESS = 'https://… of a Git repository or of its page, or owner/name at GitHub';
/** Printed characters of a difference. */
const MOST_SHOWN = 50_000_000;
const JSON_DOCUMENT = 'print one JSON document';

export function registerRegistry(program: Command, io: CliIo): void {
  const command = program.command('registry').description('add registries by their address, and update them');
  registerAdd(command, io);
  registerReading(command, io);
  registerChoosing(command, io);
}

function registerAdd(command: Command, io: CliIo): void {
  command
    .command('add')
    .description('fetch a registry from its address and add it below the others')
    .argument('<address>', ADDRESS)
    .option('--ref <name>', 'branch, tag or whole commit id; default: the repository’s own branch')
    .option('--folder <path>', 'folder of the registry in the repository; default: the whole repository')
    .option('--name <name>', 'name of the registry; default: the repository’s name')
    .option('--follow', 'take updates without asking', false)
    .option('-y, --yes', 'without asking', false)
    .option('--json', JSON_DOCUMENT, false)
    .action((address: string, options: AddOptions) => addRegistry(address, options, io));
}

function registerReading(command: Command, io: CliIo): void {
  command
    .command('list')
    .description('list the added registries, the upper first, without network access')
    .option('--json', JSON_DOCUMENT, false)
    .action(({ json }: JsonOption) =>
      workOnRegistries(io, async ({ registries }) => {
        const all = registries.list();
        io.out(
          json ? printableJson({ registries: all.map(toDocument) }, 2) : describeRegistries(all, io.columns),
        );
      }),
    );
  command
    .command('update')
    .description('look for updates, show and take the updates')
    .argument('[name...]', 'default: all registries except pinned registries')
    .option('--check', 'only look; exit with 1 if there is an update', false)
    .option('-y, --yes', 'without asking', false)
    .option('--json', JSON_DOCUMENT, false)
    .action((names: readonly string[], options: UpdateOptions) => updateRegistries(names, options, io));
  command
    .command('diff')
    .description('show what an update would change, skill by skill')
    .argument('<name>')
    .option('--json', JSON_DOCUMENT, false)
    .action((name: string, { json }: JsonOption) => showChanges(name, json, io));
}

function showChanges(name: string, isJson: boolean, io: CliIo): Promise<void> {
  return workOnRegistries(io, async ({ registries, store }) => {
    const before = registries.list().find((one) => one.name === name);
    const checked = before?.pinned ? before : await registries.check(name);
    if (checked.error !== null) io.err(printable(`${name}: ${checked.error} This is what was known before.`));
    const changes = await registries.changes(name);
    const skills = readChanges(changes, store, MOST_SHOWN).skills.map(toPrinted);
    const { update, registry } = changes;
    if (isJson) io.out(printableJson({ name, update, skills }, 2));
    else if (update === null) io.out(`${name}: nothing new since ${shortCommit(registry.commit)}.`);
    else
      io.out(
        [describeUpdate(registry, update), changesText(skills)].filter((text) => text !== '').join('\n\n'),
      );
  });
}

function registerChoosing(command: Command, io: CliIo): void {
  const named = (name: string, description: string) =>
    command.command(name).description(description).argument('<name>');
  named('pin', 'stay at a commit; look for no updates')
    .argument('[commit]', 'default: the served commit')
    .action((name: string, commit: string | undefined) =>
      workOnRegistries(io, async ({ registries }) => {
        const registry = await registries.pin(name, commit);
        io.out(`${name} stays at ${shortCommit(registry.commit)}.`);
      }),
    );
  named('follow', 'unpin a registry, and take updates without asking').action((name: string) =>
    workOnRegistries(io, async ({ registries }) => {
      await registries.setMode(name, 'follow');
      io.out(`${name} follows its address: updates are taken without asking.`);
    }),
  );
  named('back', 'return to the previous copy; ask before updates again').action((name: string) =>
    workOnRegistries(io, async ({ registries }) => {
      const { commit } = await registries.back(name);
      io.out(`${name} is back at ${shortCommit(commit)}.`);
    }),
  );
  command
    .command('order')
    .description('move registries to the front, in the given order')
    .argument('<name...>')
    .action((names: readonly string[]) =>
      workOnRegistries(io, async ({ registries }) => {
        const all = await registries.order(names);
        io.out(all.map(({ name }) => name).join('\n'));
      }),
    );
  named('remove', 'remove an added registry and all copies').action((name: string) =>
    workOnRegistries(io, async ({ registries }) => {
      await registries.remove(name);
      io.out(`Removed ${name}.`);
    }),
  );
}
