import { joinText, LINES } from '../../contract/words/agent-lines.ts';
import { askedSections } from '../../skill-answer/asked-section.ts';
import { fitSections } from '../../skill-answer/fit-sections.ts';
import { headLine, withheldFileLine, withheldLine } from '../../skill-answer/fitted-skill.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { resolveSkill } from './resolve-skill.ts';
import type { Tool } from './tool.ts';

const WHOLE_TOKENS = 250_000;

export const getSectionTool: Tool = {
  name: 'get_section',
  title: 'Get a part of a library skill',
  description: 'One file of a skill, or the part under a heading.',
  inputSchema: schemaOf(['path', 'section'], []),
  async call(given, { queries }) {
    const asked = readArguments(given, ['path', 'section', 'max_tokens']);
    const { path, section, max_tokens: budget = WHOLE_TOKENS } = asked;
    if (path === undefined) return { text: LINES.givePath(), activity: { target: section ?? '' } };
    const resolved = await resolveSkill(queries, path);
    if ('sentence' in resolved) return { text: resolved.sentence, activity: { target: path, results: 0 } };
    const { key, file, note } = resolved;
    const wanted = section ?? file ?? '';
    const skill = await queries.skill(key);
    const found = await askedSections(queries, { key, skill, section: wanted });
    const withheld = ('sentence' in found ? withheldLine : withheldFileLine)(key, skill);
    const before = [note, withheld].filter((line) => line !== undefined);
    if ('sentence' in found)
      return { text: joinText([...before, found.sentence]), activity: { target: `${key}/${wanted}` } };
    const { sections } = found;
    const parts = { key, head: headLine(key, skill), sections, dangers: [], files: [] };
    const { text, tokens } = fitSections(parts, budget);
    const target = `${key}/${sections[0]?.path}`;
    return { text: joinText([...before, text]), activity: { target, skillKey: key, tokens } };
  },
};
