import type { AddedRegistry } from '../../contract/service/registry-work.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import type { Addition, AddRequest } from '../../registries/prepare-addition.ts';
import { toDocument } from '../../registries/registry-document.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { count } from '../text/count.ts';
import { describeAddition } from './describe-registry.ts';
import { agrees, workOnRegistries } from './registry-commands.ts';

export interface AddOptions extends Omit<AddRequest, 'address'> {
  readonly yes: boolean;
  readonly json: boolean;
}

export function addRegistry(address: string, options: AddOptions, io: CliIo): Promise<void> {
  return workOnRegistries(io, async ({ registries }) => {
    const { ref, folder, name, follow } = options;
    const found = await registries.prepare({ address, ref, folder, name, follow });
    const isAdded = !('add' in found);
    const registry = isAdded ? found : await addAgreed(found, options, io);
    if (options.json) io.out(printableJson(toDocument(registry), 2));
    else if (isAdded) io.out(`Nothing was changed: this is added already, as ${registry.name}.`);
    else for (const line of addedLines(registry)) io.out(printable(line));
  });
}

async function addAgreed(addition: Addition, { yes, json }: AddOptions, io: CliIo): Promise<AddedRegistry> {
  if (yes) return addition.add();
  try {
    (json ? io.err : io.out)(describeAddition(addition));
    const answer = await agrees('Add it?', io);
    if (answer === true) return await addition.add();
    if (answer === false) throw new CliError(EXIT_CODES.failed, 'Nothing was added.');
    if (json) io.out(printableJson(toDocument(addition.registry), 2));
    throw new CliError(
      EXIT_CODES.usage,
      'Nothing was added: there is nobody to ask. --yes adds the registry without asking.',
    );
  } finally {
    await addition.discard();
  }
}

function addedLines({ name, skills, left_out = [] }: AddedRegistry): readonly string[] {
  return [
    ...left_out.map((sentence) => `Left out: ${sentence}`),
    `Added ${name} with ${count(skills, 'skill')}. Serve it: skills-registry serve -r ${name}`,
    `Connect an agent: skills-registry connect <client> -r ${name} --write`,
  ];
}
