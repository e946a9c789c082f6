import { posix } from 'node:path';
import type { Command } from 'commander';
import type { DiagnosticsResponse, IndexEntry, RegistryIndex } from '../../contract/api/api.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { leftOutWords } from '../../contract/diagnostics/diagnostic.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import type { CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { cliLine } from '../own-command.ts';
import { servedSkills } from '../text/count.ts';
import { formatTable } from '../text/text-table.ts';

/** Others are counted. */
const NAMED = 5;

export function registerList(program: Command, io: CliIo): void {
  const command = addAskingOptions(
    program.command('list').description('list the skills of a registry'),
  ).option('--json', 'print the answer as JSON', false);
  command.action((options: AskingOptions) => list(options, io));
  examples(command, io, {
    'List the skills of the running service': ['list'],
    'List the skills of a folder': ['list', '-r', 'my-registry'],
  });
}

async function list(options: AskingOptions, io: CliIo): Promise<void> {
  const { index, about, registry } = await askRegistry(options, io, async ({ queries, registry }) => {
    const index = await queries.list();
    return { index, registry, about: options.json ? undefined : await askLeftOut(index, queries) };
  });
  if (about === undefined) {
    io.out(printableJson(index, 2));
    return;
  }
  const isLayered = index.skills.some(({ _registry }) => _registry !== undefined);
  const rows = index.skills.map((entry) => toRow(entry, isLayered));
  if (rows.length > 0) io.out(formatTable([isLayered ? LAYERED_HEAD : HEAD, ...rows], io.columns));
  for (const line of about.leftOut) io.out(line);
  const title = `${servedSkills({ ...about.counts, skills: index.skills.length })}.`;
  const validate = cliLine(['validate', '-r', options.registry?.[0] ?? registry], io);
  io.out(about.counts.leftOut ? `${title} What is wrong: ${validate}` : title);
}

/** Drafts and broken skills; a few are named. */
async function askLeftOut({ skills }: RegistryIndex, queries: RegistryQueries) {
  const { counts } = await queries.status();
  const { leftOut = 0 } = counts;
  if (leftOut === 0 || leftOut > NAMED) return { counts, leftOut: [] };
  const lines = describeLeftOut(await queries.diagnostics(), new Set(skills.map(({ key }) => key)));
  // Without a diagnostic for each, because of rules.json for example, they are only counted.
  return { counts, leftOut: lines.length === leftOut ? lines : [] };
}

/** @param served keys, perhaps with a last good state */
function describeLeftOut(
  { diagnostics }: DiagnosticsResponse,
  served: ReadonlySet<string>,
): readonly string[] {
  return diagnostics.flatMap((found) => {
    const { code, skillKey = '', file = '' } = found;
    const why = leftOutWords(found);
    const isKept = code === 'skill-json-invalid' && served.has(skillKey);
    const folder = posix.dirname(file);
    const what = folder === '.' ? 'The folder' : folder;
    return why === undefined || isKept ? [] : [printable(`${what} is not served: ${why}.`)];
  });
}

const HEAD = ['KEY', 'VERSION', 'TRUST', 'RISK', 'SUMMARY'];
const LAYERED_HEAD = ['KEY', 'REGISTRY', ...HEAD.slice(1)];

function toRow(entry: IndexEntry, isLayered: boolean): readonly string[] {
  const { key, _registry, version, trust_score, risk_level, summary } = entry;
  const row = [key, ...(isLayered ? [_registry] : []), version, trust_score, risk_level, summary];
  return row.map((value) => String(value ?? ''));
}
