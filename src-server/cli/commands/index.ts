import { dirname } from 'node:path';
import type { Command } from 'commander';
import { printable } from '../../contract/words/printable.ts';
import { CliError, type CliIo, EXIT_CODES } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { cliLine } from '../own-command.ts';
import { describeIndex, planIndex } from '../rebuild-index.ts';
import { namedOnce, registryToWrite } from '../refuse-below.ts';

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
  const { file, built, skills, rejected, obstacles, write } = await planIndex(location);
  const mend = `What to mend: ${cliLine(['validate', location.root], io)}`;
  if (obstacles !== undefined) throw new CliError(EXIT_CODES.failed, `${obstacles} ${mend}`);
  const shown = printable(file);
  const isStale = check && built.change === 'content';
  if (isStale)
    io.out(
      `${shown} is not what the skills say. ${describeIndex(built)} Run: ${cliLine(['index', dirname(file)], io)}`,
    );
  else if (check || built.change === 'none')
    io.out(`${shown} is up to date: version ${built.version}, ${skills}.`);
  else {
    await write();
    io.out(`Wrote ${shown}: version ${built.version}, ${skills}. ${describeIndex(built)}`);
  }
  for (const skill of rejected) io.err(printable(`Left out: ${skill}`));
  if (rejected.length > 0) io.err(mend);
  io.setExitCode(isStale || (strict && rejected.length > 0) ? EXIT_CODES.failed : EXIT_CODES.ok);
}
