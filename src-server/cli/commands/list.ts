import type { Command } from 'commander';
import type { DiagnosticsResponse, IndexEntry, RegistryIndex, Status } from '../../contract/api/api.ts';
import { adviceLine } from '../../contract/service/advice-line.ts';
import { printableJson } from '../../contract/words/printable.ts';
import type { CliIo } from '../cli-io.ts';
import { cliLine } from '../own-command.ts';
import {
  type AskedService,
  type AskingOptions,
  addAskingOptions,
  withService,
} from '../target/asked-service.ts';
import { refuseBareFolder } from '../target/refuse-bare-folder.ts';
import { servedSkills } from '../text/count.ts';
import { areNamed, describeLeftOut } from '../text/left-out.ts';
import { formatTable } from '../text/text-table.ts';

export function registerList(program: Command, io: CliIo): void {
  addAskingOptions(program.command('list').description('list the skills of a registry'))
    .allowExcessArguments()
    .action((options: AskingOptions, command: Command) => {
      refuseBareFolder(command, io);
      return list(options, io);
    });
}

async function list(options: AskingOptions, io: CliIo): Promise<void> {
  const { index, left, registry } = await withService(options, io, async (service) => {
    const index = JSON.parse(await service.get('/v1/skills')) as RegistryIndex;
    return {
      index,
      left: options.json ? undefined : await askLeft(index, service),
      registry: service.registry,
    };
  });
  if (left === undefined) {
    io.out(printableJson(index, 2));
    return;
  }
  const { counts, leftOut } = left;
  const isLayered = index.skills.some(({ _registry }) => _registry !== undefined);
  const rows = index.skills.map((entry) => toRow(entry, isLayered));
  if (rows.length > 0) io.out(formatTable([isLayered ? LAYERED_HEAD : HEAD, ...rows], io.columns));
  for (const line of leftOut) io.out(line);
  const title = `${servedSkills({ ...counts, skills: index.skills.length })}.`;
  const validate = cliLine(['validate', '-r', options.registry?.[0] ?? registry], io);
  io.out(counts.leftOut ? adviceLine({ title, fix: 'What is wrong', line: validate }) : title);
}

/** Drafts and broken skills. */
async function askLeft({ skills }: RegistryIndex, service: AskedService) {
  const { counts } = JSON.parse(await service.get('/v1/status')) as Status;
  if (!areNamed(counts)) return { counts, leftOut: [] };
  // The description is optional; the list is printed without it.
  const body = await service.get('/v1/diagnostics').catch(() => undefined);
  if (body === undefined) return { counts, leftOut: [] };
  const problems = JSON.parse(body) as DiagnosticsResponse;
  return { counts, leftOut: describeLeftOut(problems, counts, new Set(skills.map(({ key }) => key))) };
}

const HEAD = ['KEY', 'VERSION', 'TRUST', 'RISK', 'SUMMARY'];
const LAYERED_HEAD = ['KEY', 'REGISTRY', ...HEAD.slice(1)];

function toRow(entry: IndexEntry, isLayered: boolean): readonly string[] {
  const { key, _registry, version, trust_score, risk_level, summary } = entry;
  const row = [key, ...(isLayered ? [_registry] : []), version, trust_score, risk_level, summary];
  return row.map((value) => String(value ?? ''));
}
