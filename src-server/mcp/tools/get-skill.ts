import { versionBehind } from '../../search/query/library-forms.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { resolveSkill } from './resolve-skill.ts';
import type { Tool } from './tool.ts';

export function getSkillTool(served: ServedRegistry): Tool {
  return {
    name: 'get_skill',
    title: 'Get a library skill',
    description:
      'What goes wrong with a library: the sections that answer the query, and the titles of other dangers. Without query: all to read before any code.',
    inputSchema: schemaOf(['path'], ['query', 'version', 'max_tokens']),
    async call(given, signal) {
      const {
        path,
        query,
        version,
        max_tokens: budget,
      } = readArguments(given, ['path', 'query', 'version', 'max_tokens']);
      if (path === undefined) return { text: 'Give the library as path.', activity: { target: '' } };
      const resolved = resolveSkill(served, path);
      if (typeof resolved === 'string') return { text: resolved, activity: { target: path, results: 0 } };
      const { key } = resolved.skill;
      const request = { query, version: version ?? versionBehind(path), budget, signal };
      const { text, tokens } = await fittedSkill(served, key, request);
      const note = resolved.note === undefined ? '' : `${resolved.note}\n`;
      return { text: `${note}${text}`, activity: { target: key, skillKey: key, tokens } };
    },
  };
}
