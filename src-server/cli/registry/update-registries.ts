import type { AddedRegistry } from '../../contract/service/registry-work.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { shortCommit } from '../../contract/words/short-commit.ts';
import type { Registries } from '../../registries/manage-registries.ts';
import { toDocument } from '../../registries/registry-document.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { describeUpdate } from './describe-registry.ts';
import { agrees, workOnRegistries } from './registry-commands.ts';

export interface UpdateOptions {
  readonly check: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

type Outcome = 'nothing' | 'taken' | 'new' | 'left' | 'unasked' | 'failed';

export function updateRegistries(names: readonly string[], options: UpdateOptions, io: CliIo): Promise<void> {
  return workOnRegistries(io, async ({ registries }) => {
    const say = options.json ? io.err : io.out;
    const outcomes: Outcome[] = [];
    const all = registries.list();
    const wanted =
      names.length === 0 ? all.filter(({ pinned }) => !pinned).map(({ name }) => name) : [...new Set(names)];
    for (const name of wanted) refusePinned(name, all);
    if (wanted.length === 0)
      say(all.length === 0 ? 'No registry was added.' : 'All added registries are pinned.');
    for (const name of wanted) outcomes.push(await updateOne(name, options, registries, io, say));
    if (options.json) {
      const shown = registries.list().filter(({ name }) => names.length === 0 || wanted.includes(name));
      io.out(printableJson({ registries: shown.map(toDocument) }, 2));
    }
    settle(outcomes, io);
  });
}

function refusePinned(name: string, all: readonly AddedRegistry[]): void {
  const pinned = all.find((one) => one.name === name)?.pinned;
  if (pinned)
    throw new CliError(
      EXIT_CODES.failed,
      `${name} is pinned, so no update is looked for. Unpin it: skills-registry registry follow ${name}`,
    );
}

async function updateOne(
  name: string,
  { check, yes, json }: UpdateOptions,
  registries: Registries,
  io: CliIo,
  say: (text: string) => void,
): Promise<Outcome> {
  const registry = await registries.check(name);
  const { error, update, follow } = registry;
  if (error !== null) {
    io.err(printable(`${name}: ${error} ${shortCommit(registry.commit)} stays.`));
    return 'failed';
  }
  if (update === null) {
    say(`${name}: nothing new since ${shortCommit(registry.commit)}.`);
    return 'nothing';
  }
  if (!json || !yes) say(describeUpdate(registry, update));
  if (check) return 'new';
  const isAgreed =
    yes ||
    (follow && io.isTyped) ||
    (await agrees(`Take it? What is different: skills-registry registry diff ${name}`, io));
  if (isAgreed !== true) return isAgreed === undefined ? 'unasked' : 'left';
  await registries.take(name, update.commit);
  say(
    `${name}: now ${shortCommit(update.commit)}. The previous copy is kept: skills-registry registry back ${name}`,
  );
  return 'taken';
}

function settle(outcomes: readonly Outcome[], io: CliIo): void {
  if (outcomes.includes('unasked'))
    throw new CliError(
      EXIT_CODES.usage,
      'Nothing was taken: there is nobody to ask. --yes takes the update without asking.',
    );
  if (outcomes.some((outcome) => outcome === 'failed' || outcome === 'new'))
    io.setExitCode(EXIT_CODES.failed);
}
