import { filePriority } from '../../registry/model/reading-order.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { readForModel } from '../read-for-model.ts';
import { checkArguments } from './check-arguments.ts';
import { lookUpSection, lookUpSkill } from './look-up-skill.ts';
import inputSchema from './schemas/get-section-arguments.schema.json';
import fits from './schemas/get-section-arguments.schema.json?validate';
import { fileHeader } from './skill-answer/compose-answer.ts';
import { type Tool, ToolFailure } from './tool.ts';

/** One file of a skill. */
export function getSectionTool(served: ServedRegistry): Tool {
  return {
    name: 'get_section',
    title: 'Get one file of a library skill',
    description:
      'Reads one file of a library skill: overview, pitfalls, safety, lifecycle, threading, best-practices, performance, or ' +
      'an example. Some 1000 tokens, so take it where the searches name the file; a wrong name is answered with the right ones.',
    inputSchema,
    async call(args) {
      const { path, section: named } = checkArguments<{ path: string; section?: string }>(
        'get_section',
        args,
        { schema: inputSchema, fits },
      );
      const { skill, file: addressed } = lookUpSkill(served, path);
      const section = named ?? addressed;
      if (section === undefined) {
        throw new ToolFailure('get_section was called without section: pitfalls, safety.md, …', skill.key);
      }
      const found = await readForModel(served, skill.key, lookUpSection(skill, section));
      const { key } = found.skill;
      const { path: file } = found.file;
      const text = `${fileHeader(`${key}/${file}`, filePriority(found.skill, file))}\n${found.text}`;
      const [tokens = 0] = await served.tokens.count([text]);
      return { text, told: { target: `${key}/${file}`, skillKey: key, tokens } };
    },
  };
}
