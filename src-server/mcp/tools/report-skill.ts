import type { ReportRequest } from '../../contract/api/skill-report.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { checkArguments } from './check-arguments.ts';
import { lookUpSkill } from './look-up-skill.ts';
import inputSchema from './schemas/report-skill-arguments.schema.json';
import fits from './schemas/report-skill-arguments.schema.json?validate';
import type { Tool } from './tool.ts';

export function reportSkillTool(served: ServedRegistry): Tool {
  return {
    name: 'report_skill',
    title: 'Report a mistake in a skill',
    description: 'Leaves a note for people that a skill is wrong or outdated. Changes nothing served.',
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    async call(args, _signal, client) {
      const check = { schema: inputSchema, fits };
      const { path, section, what } = checkArguments<ReportRequest>('report_skill', args, check);
      const { skill, file } = lookUpSkill(served, path);
      const place = section ?? file;
      const by = client === undefined ? {} : { by: client };
      await served.reports.add({
        key: skill.key,
        what,
        ...(place !== undefined && { section: place }),
        ...by,
      });
      const text = `Noted for the people who keep this registry. The skill stays as it is: go on without what is wrong in it.`;
      return { text, activity: { target: skill.key } };
    },
  };
}
