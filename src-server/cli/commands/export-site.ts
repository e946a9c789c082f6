import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { builtPage, sampleRegistry } from '../../built-files.ts';
import type { Status } from '../../contract/api/api.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { fetchReply } from '../../discovery/call-service.ts';
import { sizeWords } from '../../registries/copy.ts';
import type { RunningServer } from '../../service/running-server.ts';
import { openSiteFolder } from '../../site/open-site-folder.ts';
import { planSite, type SiteSource } from '../../site/plan-site.ts';
import { parseBase, type SiteBase, UNKNOWN_BASE } from '../../site/site-base.ts';
import { type WrittenSite, writeSite } from '../../site/write-site.ts';
import { throttled } from '../../throttled.ts';
import type { CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { firstAdded } from '../target/added-registry.ts';
import { errorOf, type OwnServer, withOwnServer } from '../target/asked-service.ts';
import { chooseRegistry } from '../target/choose-registry.ts';
import { servedSkills } from '../text/count.ts';

interface ExportSiteOptions {
  readonly to: string;
  readonly base?: SiteBase;
  readonly json: boolean;
}

/** Files for a static host. */
export function registerExportSite(program: Command, io: CliIo): void {
  program
    .command('export-site')
    .description('write a registry as files for a static web server: read API, and the page')
    .argument('[registry]', 'folder, or name of an added registry; default: see the main help')
    .requiredOption(
      '--to <folder>',
      'new or empty folder, or an earlier export: only changed files are written',
    )
    .option('--base <address>', 'address of the site, for example https://skills.example.com', readBase)
    .option('--json', 'print the result as JSON', false)
    .action((registry: string | undefined, options: ExportSiteOptions) => exportSite(registry, options, io));
}

function readBase(value: string): SiteBase {
  const base = parseBase(value);
  if (base !== undefined) return base;
  throw new InvalidArgumentError(
    'Give an address that begins with http:// or https://, without user and query.',
  );
}

async function exportSite(
  registry: string | undefined,
  options: ExportSiteOptions,
  io: CliIo,
): Promise<void> {
  const { env, cwd } = io;
  const chosen = await chooseRegistry({
    options: registry === undefined ? undefined : [registry],
    env,
    cwd,
    sample: sampleRegistry(),
    added: () => firstAdded(io),
  });
  const to = resolve(cwd, options.to);
  await withOwnServer(chosen, io, async (own) => {
    const { registry: served, queries } = own.server;
    const roots = served.latest.layers.map(({ root }) => root);
    const folder = await openSiteFolder(to, roots);
    if (registry === undefined && !options.json) io.err(printable(`${roots.join(', ')}:`));
    await untilChecked(own.server, io);
    const agent = new Agent({ keepAlive: true });
    try {
      const source = { registry: served, queries, ask: askOver(own, agent), pageFolder: builtPage() };
      const plan = await planSite(source, options.base ?? UNKNOWN_BASE);
      const written = await writeSite(folder, plan, progress(plan.size, io));
      const { counts } = own.server.status();
      const isFirst = Object.keys(folder.before.files).length === 0;
      report(written, { to: folder.root, counts, isFirst, json: options.json }, io);
    } finally {
      agent.destroy();
    }
  });
}

/** Between lines of progress. */
const PROGRESS_MS = 5_000;
const POLL_MS = 50;

/** The problems of a site are those of the whole check. */
async function untilChecked(server: RunningServer, io: CliIo): Promise<void> {
  const report = throttled(PROGRESS_MS, (done: number, total: number) =>
    io.err(`Checked ${groupDigits(done)} of ${countWords(total, 'skill')} …`),
  );
  for (let { checking } = server.status(); checking !== undefined; { checking } = server.status()) {
    report(checking.done, checking.total);
    await setTimeout(POLL_MS);
  }
}

function progress(total: number, io: CliIo): () => void {
  let done = 0;
  const report = throttled(PROGRESS_MS, () =>
    io.err(`Exported ${groupDigits(done)} of ${countWords(total, 'file')} …`),
  );
  return () => {
    done += 1;
    report();
  };
}

function askOver({ address }: OwnServer, agent: Agent): SiteSource['ask'] {
  return async ({ url, accept }) => {
    const { status, bytes } = await fetchReply(address, url, {
      agent,
      ...(accept !== undefined && { accept }),
    });
    if (status === 200) return bytes;
    throw new Error(errorOf({ status, body: bytes.toString('utf8') }));
  };
}

interface Exported {
  readonly to: string;
  readonly counts: Status['counts'];
  readonly isFirst: boolean;
  readonly json: boolean;
}

function report(written: WrittenSite, { to, counts, isFirst, json }: Exported, io: CliIo): void {
  const { left_out: leftOut } = written;
  if (leftOut.length > 0) io.setExitCode(EXIT_CODES.failed);
  if (json) {
    io.out(printableJson({ to, skills: counts.skills, ...written }, 2));
    return;
  }
  const changed = `${groupDigits(written.written)} written, ${groupDigits(written.removed)} removed`;
  const size = `${countWords(written.files, 'file')}, ${sizeWords(written.bytes)}`;
  io.out(printable(`${to} has ${servedSkills(counts)} in ${size}: ${changed}.`));
  if (isFirst)
    io.out(printable(`Publish the folder, or include ${join(to, 'nginx.conf')} in a server block of nginx.`));
  for (const { path, reason } of leftOut.slice(0, MOST_NAMED))
    io.err(printable(`Left out: ${path} ${reason}`));
  const more = leftOut.length - MOST_NAMED;
  if (more > 0) io.err(`${countWords(more, 'more file')} left out; --json names all.`);
}

const MOST_NAMED = 20;
