import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { messageOf } from '../../contract/errors.ts';
import { printable } from '../../contract/outside-text.ts';
import { placeFolder } from '../../platform/files.ts';
import { fetchSkills } from '../../projects/installed-skill.ts';
import { parseSkillKey } from '../../registry/keys.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import { CliError, type CliIo, EXIT_CODES, examples } from '../cli-io.ts';

interface ExportOptions extends AskingOptions {
  readonly to: string;
}

export function registerExport(program: Command, io: CliIo): void {
  const command = program
    .command('export')
    .description('write skills as agent skills: folders with a SKILL.md')
    .argument('<key...>', 'language/author/name')
    .requiredOption(
      '--to <folder>',
      'parent folder; every skill gets a new folder, an existing folder is refused',
    );
  addAskingOptions(command).action((keys: readonly string[], options: ExportOptions) =>
    exportSkills(keys, options, io),
  );
  examples(command, io, {
    'Write a skill for an agent to install': ['export', 'cpp/gabime/spdlog', '--to', 'my-skills'],
  });
}

async function exportSkills(keys: readonly string[], options: ExportOptions, io: CliIo): Promise<void> {
  const folder = resolve(io.cwd, options.to);
  const wanted = [...new Set(keys)];
  // Malformed keys would address other paths.
  const malformed = wanted.find((key) => parseSkillKey(key) === undefined);
  if (malformed !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `${malformed} is not a key: a key has three parts, language/author/name, as in cpp/gabime/spdlog.`,
    );
  const skills = await askRegistry(options, io, ({ queries, registry }) =>
    fetchSkills(wanted, queries, registry),
  );
  await fs.mkdir(folder, { recursive: true });
  for (const { name, files } of skills) {
    const written = placeFolder(folder, name, `.${name}.${randomUUID()}.tmp`, [...files]);
    io.out(printable(`Wrote ${await written.catch(failed)}.`));
  }
}

function failed(error: unknown): never {
  throw new CliError(EXIT_CODES.failed, messageOf(error), { cause: error });
}
