import type { Command } from 'commander';
import type { IndexEntry } from '../../contract/api/api.ts';
import { printableJson } from '../../contract/words/printable.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import type { CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { cliLine } from '../own-command.ts';
import { servedSkills } from '../text/count.ts';
import { formatTable } from '../text/text-table.ts';

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
  const { index, status, registry } = await askRegistry(options, io, async ({ queries, registry }) => ({
    index: await queries.list(),
    status: options.json ? undefined : await queries.status(),
    registry,
  }));
  if (status === undefined) {
    io.out(printableJson(index, 2));
    return;
  }
  const isLayered = index.skills.some(({ _registry }) => _registry !== undefined);
  const rows = index.skills.map((entry) => toRow(entry, isLayered));
  if (rows.length > 0) io.out(formatTable([isLayered ? LAYERED_HEAD : HEAD, ...rows], io.columns));
  const title = `${servedSkills({ ...status.counts, skills: index.skills.length })}.`;
  const validate = cliLine(['validate', '-r', options.registry?.[0] ?? registry], io);
  io.out(status.counts.leftOut ? `${title} What is wrong: ${validate}` : title);
}

const HEAD = ['KEY', 'VERSION', 'TRUST', 'RISK', 'SUMMARY'];
const LAYERED_HEAD = ['KEY', 'REGISTRY', ...HEAD.slice(1)];

function toRow(entry: IndexEntry, isLayered: boolean): readonly string[] {
  const { key, _registry, version, trust_score, risk_level, summary } = entry;
  const row = [key, ...(isLayered ? [_registry] : []), version, trust_score, risk_level, summary];
  return row.map((value) => String(value ?? ''));
}
