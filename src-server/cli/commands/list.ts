import type { Command } from 'commander';
import { adviceLine } from '../../contract/advice-line.ts';
import type { DiagnosticsResponse, IndexEntry, RegistryIndex, Status } from '../../contract/api.ts';
import { isLeftOut } from '../../contract/diagnostic.ts';
import { groupDigits } from '../../contract/group-digits.ts';
import { printableJson } from '../../contract/printable.ts';
import { type AskedService, type AskingOptions, addAskingOptions, withService } from '../asked-service.ts';
import type { CliIo } from '../cli-io.ts';
import { servedSkills } from '../count.ts';
import { ownLine } from '../own-command.ts';
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
  const { index, drafts, leftOut, registry } = await withService(options, io, async (service) => {
    const asked = JSON.parse(await service.get('/v1/skills')) as RegistryIndex;
    const unserved = options.json ? { drafts: 0, leftOut: 0 } : await countUnserved(asked, service);
    return { index: asked, registry: service.registry, ...unserved };
  });
  if (options.json) {
    io.out(printableJson(index, 2));
    return;
  }
  if (index.skills.length > 0) io.out(formatTable([HEAD, ...index.skills.map(toRow)], io.columns));
  const more = leftOut === 0 ? [] : [`${groupDigits(leftOut)} can't be served`];
  const title = `${servedSkills({ skills: index.skills.length, drafts }, more)}.`;
  const validate = ownLine(['validate', '-r', options.registry ?? registry], io);
  io.out(adviceLine(leftOut === 0 ? { title } : { title, fix: 'What is wrong', line: validate }));
}

/** A registry whose skills are all still to write, or broken, is not an empty one. */
async function countUnserved(
  { skills }: RegistryIndex,
  service: AskedService,
): Promise<{ readonly drafts: number; readonly leftOut: number }> {
  const { counts, diagnostics } = JSON.parse(await service.get('/v1/status')) as Pick<
    Status,
    'counts' | 'diagnostics'
  >;
  const { drafts = 0 } = counts;
  if (diagnostics.error === 0) return { drafts, leftOut: 0 };
  const found = JSON.parse(await service.get('/v1/diagnostics')) as DiagnosticsResponse;
  const served = new Set(skills.map(({ key }) => key));
  // Of a skill.json that broke while it was served, the last good one still is.
  const leftOut = found.diagnostics.filter(
    (one) => isLeftOut(one) && !(one.code === 'skill-json-invalid' && served.has(one.skillKey ?? '')),
  );
  return { drafts, leftOut: leftOut.length };
}

const HEAD = ['KEY', 'VERSION', 'TRUST', 'RISK', 'SUMMARY'];

function toRow({ key, version, trust_score, risk_level, summary }: IndexEntry): readonly string[] {
  return [key, version, trust_score, risk_level, summary].map((value) => String(value ?? ''));
}
