import { join } from 'node:path';
import type { Command } from 'commander';
import { DIAGNOSTICS } from '../../contract/diagnostic.ts';
import { readRegistry } from '../../registry/disk/load-registry.ts';
import { snapshotOf } from '../../registry/model/apply-delta.ts';
import { buildIndex } from '../../registry/model/build-index.ts';
import { replaceFileAtomic } from '../../write-file-atomic.ts';
import { backupFile } from '../backup-file.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { count } from '../count.ts';
import { describeIndex } from '../describe-index.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { locateOrFail } from '../locate-or-fail.ts';

/** `skills index`: rebuilds index.json from the skills. */
export function registerIndex(program: Command, io: CliIo): void {
  program
    .command('index')
    .description('rebuild index.json from the skills of a registry')
    .argument('[registry]', 'the registry', '.')
    .option('--check', 'change nothing; fail where index.json is not what the skills say', false)
    .action((registry: string, { check }: { check: boolean }) => index(registry, check, io));
}

async function index(registry: string, check: boolean, io: CliIo): Promise<void> {
  const location = await locateOrFail(registry, io.cwd);
  if (location.layout === 'skill' || location.layout === 'library')
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${location.root} is one library’s own; it needs no index.json.`,
    );
  const now = new Date();
  const contents = await readRegistry(location);
  const { indexFile } = contents;
  const unsupported = indexFile.diagnostics.find(({ code }) => code === 'index-schema-unsupported');
  if (unsupported !== undefined)
    throw new CliError(EXIT_CODES.failed, `${unsupported.message} ${DIAGNOSTICS[unsupported.code].fix}`);
  const snapshot = snapshotOf(contents, now);
  const built = buildIndex(snapshot, now);
  const file = join(location.root, 'index.json');
  const skills = count(snapshot.skills.size, 'skill');
  if (!built.isChanged) {
    io.out(`${file} is up to date: version ${built.version}, ${skills}.`);
    return;
  }
  if (check) {
    io.out(`${file} is not what the skills say. ${describeIndex(built)} Run: skills index`);
    io.setExitCode(EXIT_CODES.failed);
    return;
  }
  // What can't be read can't be carried over, so it is kept beside.
  const isLost = indexFile.text !== undefined && indexFile.index === undefined;
  const backup = isLost ? await backupFile(file) : undefined;
  await replaceFileAtomic(file, built.text);
  io.out(`Wrote ${file}: version ${built.version}, ${skills}. ${describeIndex(built)}`);
  if (backup !== undefined) io.out(`The old one could not be read and was kept as ${backup}.`);
}
