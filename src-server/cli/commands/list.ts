import type { Command } from 'commander';
import type { IndexEntry, RegistryIndex, Status } from '../../contract/api.ts';
import { printableJson } from '../../contract/printable.ts';
import { type AskedService, type AskingOptions, addAskingOptions, withService } from '../asked-service.ts';
import type { CliIo } from '../cli-io.ts';
import { servedSkills } from '../count.ts';
import { refuseBareFolder } from '../refuse-bare-folder.ts';
import { formatTable } from '../text-table.ts';

/** `skills-registry list`: the skills that are served. */
export function registerList(program: Command, io: CliIo): void {
  addAskingOptions(program.command('list').description('list the skills of a registry'))
    .allowExcessArguments()
    .action((options: AskingOptions, command: Command) => {
      refuseBareFolder(command, io);
      return list(options, io);
    });
}

async function list(options: AskingOptions, io: CliIo): Promise<void> {
  const { index, drafts } = await withService(options, io, async (service) => ({
    index: JSON.parse(await service.get('/v1/skills')) as RegistryIndex,
    drafts: options.json ? 0 : await countDrafts(service),
  }));
  if (options.json) {
    io.out(printableJson(index, 2));
    return;
  }
  if (index.skills.length > 0) io.out(formatTable([HEAD, ...index.skills.map(toRow)], io.columns));
  io.out(`${servedSkills({ skills: index.skills.length, drafts })}.`);
}

/** A registry whose skills are all still to write is not an empty one. */
async function countDrafts(service: AskedService): Promise<number> {
  const { counts } = JSON.parse(await service.get('/v1/status')) as Pick<Status, 'counts'>;
  return counts.drafts ?? 0;
}

const HEAD = ['KEY', 'VERSION', 'TRUST', 'RISK', 'SUMMARY'];

function toRow({ key, version, trust_score, risk_level, summary }: IndexEntry): readonly string[] {
  return [key, version, trust_score, risk_level, summary].map((value) => String(value ?? ''));
}
