import type { Command } from 'commander';
import { printableJson } from '../../contract/outside-text.ts';
import { agentsGetWords } from '../../contract/service.ts';
import { skillLine } from '../../contract/skill-line.ts';
import { type AskingOptions, addAnswerOptions, askForList } from '../choose-registry.ts';
import { type CliIo, cliLine, examples } from '../cli-io.ts';
import { formatTable } from '../text.ts';

export function registerList(program: Command, io: CliIo): void {
  const command = addAnswerOptions(program.command('list').description('list the skills of a registry'));
  command.action((options: AskingOptions) => list(options, io));
  examples(command, io, { 'List the skills of a folder': ['list', '-r', 'my-registry'] });
}

async function list(options: AskingOptions, io: CliIo): Promise<void> {
  const { index, status, registry } = await askForList(options, io, async ({ queries, registry }) => ({
    index: await queries.list(),
    status: options.json ? undefined : await queries.status(),
    registry,
  }));
  if (status === undefined) return io.out(printableJson(index, 2));
  const isLayered = index.skills.some(({ _registry }) => _registry !== undefined);
  const row = (key: unknown, registry: unknown, ...facts: readonly unknown[]) =>
    [key, ...(isLayered ? [registry] : []), ...facts].map((value) => String(value ?? ''));
  const rows = index.skills.map((entry) =>
    row(
      entry.key,
      entry._registry,
      entry.version,
      entry.trust_score,
      entry.risk_level,
      skillLine(entry).text,
    ),
  );
  const head = row('KEY', 'REGISTRY', 'VERSION', 'TRUST', 'RISK', 'SUMMARY');
  if (rows.length > 0) io.out(formatTable([head, ...rows], io.columns));
  io.out(agentsGetWords(status.counts));
  const { withheld = 0, notServed = 0 } = status.counts;
  if (withheld + notServed > 0) io.out(`Why, and how to mend it: ${cliLine(['validate', registry], io)}`);
}
