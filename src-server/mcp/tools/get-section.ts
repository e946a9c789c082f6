import type { FullSkill } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { printable } from '../../contract/words/printable.ts';
import {
  type FileSection,
  isExample,
  sectionsOfFile,
  sectionsUnder,
} from '../../search/sections/file-sections.ts';
import { fitSections } from '../../skill-answer/fit-sections.ts';
import { headLine } from '../../skill-answer/fitted-skill.ts';
import { hasBody, readingOrder } from '../../skill-answer/skill-sections.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { resolveSkill } from './resolve-skill.ts';
import type { Tool } from './tool.ts';

const WHOLE_TOKENS = 250_000;
const MOST_TITLES = 12;

export const getSectionTool: Tool = {
  name: 'get_section',
  title: 'Get a part of a library skill',
  description: 'One file of a skill, or the part under a heading.',
  inputSchema: schemaOf(['path', 'section'], []),
  async call(given, { queries, tokens: counter }) {
    const {
      path = '',
      section,
      max_tokens: budget = WHOLE_TOKENS,
    } = readArguments(given, ['path', 'section', 'max_tokens']);
    const resolved = await resolveSkill(queries, path);
    if ('sentence' in resolved) return { text: resolved.sentence, activity: { target: path, results: 0 } };
    const { key } = resolved;
    const asked = section ?? resolved.file ?? '';
    const skill = await queries.skill(key);
    const sections = asked === '' ? [] : await sectionsFor(queries, { key, skill, asked });
    if (sections.length === 0)
      return { text: notFound(key, skill, asked), activity: { target: `${key}/${asked}` } };
    const parts = { key, head: headLine(key, skill), sections, dangers: [], files: [] };
    const { text, tokens } = await fitSections(parts, budget, (texts) => counter.count(texts));
    return { text, activity: { target: `${key}/${sections[0]?.path}`, skillKey: key, tokens } };
  },
};

/** Of a file, of all examples, or under a heading: `Heading`, `pitfalls.md, Heading`, `[pitfalls.md] Heading`. */
async function sectionsFor(
  queries: RegistryQueries,
  { key, skill, asked }: { readonly key: string; readonly skill: FullSkill; readonly asked: string },
): Promise<readonly FileSection[]> {
  const sectionsIn = (path: string) => sectionsOfFile(path, skill._contents[path] ?? '');
  const file = await queries.section(key, asked.trim()).catch(ifMissing);
  if (file !== undefined) return sectionsOfFile(file.path, file.text).filter(hasBody);
  const named = filesNamed(skill, asked);
  if (named.length > 0) return named.flatMap(sectionsIn).filter(hasBody);
  const [, inFile = '', behind = ''] = /^\[?([\w./-]+)(?:\]\s*|,\s*|#)(.+)$/s.exec(asked.trim()) ?? [];
  const files = filesNamed(skill, inFile);
  const paths = files.length > 0 ? files : [...readingOrder(skill).keys()];
  const under = paths.map((path) => sectionsUnder(sectionsIn(path), files.length > 0 ? behind : asked));
  return (under.find((sections) => sections.length > 0) ?? []).filter(hasBody);
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'section_not_found')) throw error;
}

/** Whatever the case, with or without `.md`, and without the folder. */
function filesNamed({ _contents: texts }: FullSkill, asked: string): readonly string[] {
  const name = asked.trim().replace(/^\/+/, '').toLowerCase();
  const paths = Object.keys(texts);
  const exact = paths.filter((path) => [name, `${name}.md`].includes(path.toLowerCase()));
  if (exact.length > 0) return exact.slice(0, 1);
  if (/^examples?\/?$/.test(name)) return paths.filter(isExample);
  return paths.filter((path) => path.toLowerCase().endsWith(`/${name}`) && name !== '');
}

function notFound(key: string, skill: FullSkill, asked: string): string {
  const names = [...readingOrder(skill).keys()]
    .slice(0, MOST_TITLES)
    .map((path) => path.replace(/\.md$/, ''));
  const what = asked === '' ? 'Give a section' : `'${asked.slice(0, 200)}' is no file or heading of ${key}`;
  return printable(`${what}. Files: ${names.join(', ')}.`);
}
