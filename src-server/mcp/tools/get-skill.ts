import { versionBehind } from '../../search/query/library-forms.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { checkArguments } from './check-arguments.ts';
import { lookUpSkill } from './look-up-skill.ts';
import inputSchema from './schemas/get-skill-arguments.schema.json';
import fits from './schemas/get-skill-arguments.schema.json?validate';
import type { Tool } from './tool.ts';

interface GetSkillArguments {
  readonly path: string;
  readonly query?: string;
  readonly version?: string;
  readonly max_tokens?: number;
}

export function getSkillTool(served: ServedRegistry): Tool {
  return {
    name: 'get_skill',
    title: 'Get a library skill',
    description:
      'Reads the library skill of one library: pitfalls and safety rules first, then overview, life cycle, threading, ' +
      'examples. Call it before you write or review code with the library, even if you think you know it. With query the ' +
      'sections that answer it come first. The answer names what it left out.',
    inputSchema,
    async call(args, signal) {
      const check = { schema: inputSchema, fits };
      const {
        path,
        max_tokens: budget,
        ...request
      } = checkArguments<GetSkillArguments>('get_skill', args, check);
      const { key } = lookUpSkill(served, path).skill;
      const version = request.version ?? versionBehind(path);
      const { text, tokens } = await fittedSkill(served, key, { ...request, version, budget, signal });
      return { text, activity: { target: key, skillKey: key, tokens } };
    },
  };
}
