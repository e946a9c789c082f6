import { printable } from '../../contract/words/printable.ts';
import { readingOrder } from '../../registry/model/reading-order.ts';
import { skillContents } from '../../registry/skill-texts.ts';
import type { ServedSkill as Skill } from '../../registry/snapshot.ts';
import {
  type FileSection,
  isExample,
  sectionsOfFile,
  sectionsUnder,
} from '../../search/sections/file-sections.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { type CountTokens, fitSections } from '../../skill-answer/fit-sections.ts';
import { headLine } from '../../skill-answer/fitted-skill.ts';
import { hasBody } from '../../skill-answer/skill-sections.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { resolveSkill } from './resolve-skill.ts';
import type { Tool } from './tool.ts';

const WHOLE_TOKENS = 250_000;
const MOST_TITLES = 12;

export function getSectionTool(served: ServedRegistry): Tool {
  return {
    name: 'get_section',
    title: 'Get a part of a library skill',
    description: 'One file of a skill, or the part under a heading.',
    inputSchema: schemaOf(['path', 'section'], []),
    async call(given, signal) {
      const {
        path = '',
        section,
        max_tokens: budget = WHOLE_TOKENS,
      } = readArguments(given, ['path', 'section', 'max_tokens']);
      const resolved = resolveSkill(served, path);
      if (typeof resolved === 'string') return { text: resolved, activity: { target: path, results: 0 } };
      const { skill, file } = resolved;
      const asked = section ?? file;
      const target = `${skill.key}/${asked ?? ''}`;
      const contents = skillContents(served.live, skill.key);
      signal?.throwIfAborted();
      const textOf = (name: string) => contents.texts.get(name) ?? '';
      const sections = asked === undefined ? [] : sectionsFor(skill, asked, textOf);
      if (sections.length === 0) return { text: notFound(skill, asked), activity: { target } };
      const count: CountTokens = (texts) => served.tokens.count(texts, { ...(signal && { signal }) });
      const parts = { key: skill.key, head: headLine(contents), sections, dangers: [], files: [] };
      const { text, tokens } = await fitSections(parts, budget, count);
      const read = `${skill.key}/${sections[0]?.path}`;
      return { text, activity: { target: read, skillKey: skill.key, tokens } };
    },
  };
}

/** Of a file, of all examples, or under a heading: `Heading`, `pitfalls.md, Heading`, `[pitfalls.md] Heading`. */
function sectionsFor(skill: Skill, asked: string, textOf: (path: string) => string): readonly FileSection[] {
  const named = filesNamed(skill, asked);
  if (named.length > 0) return named.flatMap((path) => sectionsOfFile(path, textOf(path)).filter(hasBody));
  const [, inFile = '', behind = ''] = /^\[?([\w./-]+)(?:\]\s*|,\s*|#)(.+)$/s.exec(asked.trim()) ?? [];
  const files = filesNamed(skill, inFile);
  const heading = files.length === 0 ? asked : behind;
  for (const path of files.length === 0 ? markdownOf(skill) : files) {
    const under = sectionsUnder(sectionsOfFile(path, textOf(path)), heading);
    if (under.length > 0) return under.filter(hasBody);
  }
  return [];
}

/** Whatever the case, with or without `.md`, and without the folder. */
function filesNamed({ files }: Skill, asked: string): readonly string[] {
  const name = asked.trim().replace(/^\/+/, '').toLowerCase();
  const paths = [...files.keys()];
  const exact = paths.filter((path) => [name, `${name}.md`].includes(path.toLowerCase()));
  if (exact.length > 0) return exact.slice(0, 1);
  if (/^examples?\/?$/.test(name)) return paths.filter(isExample);
  return paths.filter((path) => path.toLowerCase().endsWith(`/${name}`) && name !== '');
}

function markdownOf(skill: Skill): readonly string[] {
  return [...new Set([...readingOrder(skill).map(({ path }) => path), ...skill.files.keys()])].filter(
    (path) => /\.md$/i.test(path),
  );
}

function notFound(skill: Skill, asked: string | undefined): string {
  const names = [...new Set([...readingOrder(skill).map(({ path }) => path), ...skill.files.keys()])];
  const shown = names.slice(0, MOST_TITLES).map((path) => path.replace(/\.md$/, ''));
  const what =
    asked === undefined
      ? 'Give a section'
      : `'${printable(asked.slice(0, 200))}' is no file or heading of ${skill.key}`;
  return printable(`${what}. Files: ${shown.join(', ')}.`);
}
