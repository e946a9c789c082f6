import { joinText, LINES } from '../../contract/words/agent-lines.ts';
import { versionBehind } from '../../search/query/library-forms.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { resolveSkill } from './resolve-skill.ts';
import type { Tool } from './tool.ts';

export const getSkillTool: Tool = {
  name: 'get_skill',
  title: 'Get a library skill',
  description:
    'What goes wrong with a library: the sections that answer the query, and the titles of other dangers. Without query: all to read before any code.',
  inputSchema: schemaOf(['path'], ['query', 'version', 'max_tokens']),
  async call(given, sources) {
    const asked = readArguments(given, ['path', 'query', 'version', 'max_tokens']);
    const { path, query, version, max_tokens: budget } = asked;
    if (path === undefined) return { text: LINES.giveLibrary(), activity: { target: '' } };
    const resolved = await resolveSkill(sources.queries, path);
    if ('sentence' in resolved) return { text: resolved.sentence, activity: { target: path, results: 0 } };
    const { key, note } = resolved;
    const request = { query, version: version ?? versionBehind(path), budget, signal: sources.signal };
    const { text, tokens } = await fittedSkill(sources, key, request);
    const lines = note === undefined ? text : joinText([note, text]);
    return { text: lines, activity: { target: key, skillKey: key, tokens } };
  },
};
