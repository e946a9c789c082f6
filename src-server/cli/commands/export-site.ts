import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { pageFolder } from '../../built-files.ts';
import { readBuiltPage } from '../../built-page.ts';
import { printable, printableJson } from '../../contract/outside-text.ts';
import { countWords, progressWords, type ServiceProgress } from '../../contract/words.ts';
import { CopyPaths, sizeWords } from '../../registries/copy.ts';
import { checkTarget, siteFiles, writeSite } from '../../site/write-site.ts';
import { chooseRegistry, openChosen } from '../choose-registry.ts';
import { CliError, type CliIo, EXIT_CODES, examples } from '../cli-io.ts';

interface ExportSiteOptions {
  readonly to: string;
  readonly json: boolean;
}

export function registerExportSite(program: Command, io: CliIo): void {
  const command = program
    .command('export-site')
    .description('write a registry as files for a static web server: read API, and the page with its find')
    .argument('[registry]', 'folder, or name of an added registry; default: see the main help')
    .requiredOption('--to <folder>', 'new folder, or an earlier export, which is replaced')
    .option('--json', 'print the result as JSON', false)
    .action((registry: string | undefined, options: ExportSiteOptions) => exportSite(registry, options, io));
  examples(command, io, { 'Write the files of a site': ['export-site', 'my-registry', '--to', 'site'] });
}

const POLL_MS = 50;

const MOST_ENDS = 3;

interface ExportedRegistry {
  readonly registry: { readonly endsOfChecks: number };
  readonly queries: { statusNow(): ServiceProgress };
}

/** Waits until all skills are checked, and tells how far that is; '' at the end. Rejects if what checks them ends each time. */
export async function untilChecked(
  { registry, queries }: ExportedRegistry,
  tell: (line: string) => void,
): Promise<void> {
  for (let status = queries.statusNow(); status.checking !== undefined; status = queries.statusNow()) {
    if (registry.endsOfChecks >= MOST_ENDS) {
      tell('');
      const why = 'The skills can’t be checked: what checks them ends each time. Nothing was written.';
      throw new CliError(EXIT_CODES.failed, why);
    }
    tell(progressWords(status, 1)?.line ?? '');
    await setTimeout(POLL_MS);
  }
  tell('');
}

async function exportSite(
  registry: string | undefined,
  { to, json }: ExportSiteOptions,
  io: CliIo,
): Promise<void> {
  const chosen = await chooseRegistry(registry === undefined ? undefined : [registry], io);
  const target = resolve(io.cwd, to);
  const opened = await openChosen(chosen, io);
  const { queries } = opened;
  try {
    const roots = opened.registry.latest.layers.map(({ root }) => root);
    await checkTarget(target, roots);
    if (registry === undefined && !json) io.err(printable(`${roots.join(', ')}:`));
    // The problems of a site are those of the whole check.
    await untilChecked(opened, (line) => io.progress?.(line));
    const paths = new CopyPaths();
    const page = await readBuiltPage(pageFolder());
    if (page === undefined) io.err('The site has no page, because none is built: npm run build makes it.');
    const source = { snapshot: opened.registry.snapshot(), queries, page };
    const written = await writeSite(target, siteFiles(source, paths));
    const { leftOut } = paths;
    const { counts } = queries.statusNow();
    if (leftOut.length > 0) io.setExitCode(EXIT_CODES.failed);
    if (json) {
      io.out(printableJson({ to: target, skills: counts.skills, ...written, left_out: leftOut }, 2));
      return;
    }
    const size = `${countWords(written.files, 'file')}, ${sizeWords(written.bytes)}`;
    io.out(printable(`${target} has ${countWords(counts.skills, 'skill')} in ${size}. Publish the folder.`));
    for (const sentence of leftOut) io.err(printable(`Left out: ${sentence}`));
  } finally {
    await opened.close();
  }
}
