import { filePriority } from '../../registry/model/reading-order.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { readForModel } from '../read-for-model.ts';
import { checkArguments } from './check-arguments.ts';
import { lookUpSection, lookUpSkill } from './look-up-skill.ts';
import inputSchema from './schemas/get-section-arguments.schema.json';
import fits from './schemas/get-section-arguments.schema.json?validate';
import outputSchema from './schemas/get-section-result.schema.json';
import type { Tool } from './tool.ts';

/** One file of a skill. */
export function getSectionTool(served: ServedRegistry): Tool {
  return {
    name: 'get_section',
    title: 'Get one section of a skill',
    description:
      'One file of a skill: overview, pitfalls, safety, lifecycle, threading, best-practices, performance, or an example such as ' +
      'examples/basic.cpp. Cheaper than get_skill when you know what you need; a wrong name is answered with the right ones.',
    inputSchema,
    outputSchema,
    async call(args) {
      const { path, section } = checkArguments<{ path: string; section: string }>('get_section', args, fits);
      const skill = lookUpSkill(served, path);
      const found = await readForModel(served, skill.key, lookUpSection(skill, section));
      const { text } = found;
      const [tokens = 0] = await served.tokens.count([text]);
      const { key } = found.skill;
      const { path: file } = found.file;
      const priority = filePriority(found.skill, file);
      return {
        structured: { key, section: file, priority, tokens, text },
        text,
        told: { target: `${key}/${file}`, skillKey: key, tokens },
      };
    },
  };
}
