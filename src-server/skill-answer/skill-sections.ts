import { type FullSkill, PRIORITIES, type Priority } from '../contract/api/api.ts';
import { standardPriority } from '../contract/api/standard-files.ts';
import { LIMITS } from '../contract/limits.ts';
import { type AgentText, LINES, quotedText } from '../contract/words/agent-lines.ts';
import { type FileSection, fenceBehind, withoutTitle } from '../search/sections/file-sections.ts';
import { sectionsIn } from '../search/sections/found-sections.ts';

/** Of a skill, some 250,000 tokens; the rest is not shown to models. */
const MOST_CHARACTERS = 1024 * 1024;

/** Paths with their priority: P0 by `read_order`, then as listed. */
export function readingOrder({
  files,
  read_order: order = [],
  _contents: texts,
}: FullSkill): ReadonlyMap<string, Priority> {
  const paths = Object.keys(texts);
  const listed = PRIORITIES.flatMap((priority) =>
    (files?.[priority] ?? []).map((path) => [path, priority] as const),
  );
  const priorities = new Map(listed.reverse());
  const ordered = paths.map(
    (path) => [path, priorities.get(path) ?? standardPriority(path) ?? 'P3'] as const,
  );
  const placeOf = (path: string) => (order.indexOf(path) + order.length + 1) % (order.length + 1);
  return new Map(
    ordered.sort(
      ([a, one], [b, other]) =>
        PRIORITIES.indexOf(one) - PRIORITIES.indexOf(other) || placeOf(a) - placeOf(b),
    ),
  );
}

/** In reading order. A long text is left out alone: what comes behind it may be short, and a danger. */
export function sectionsOf(skill: FullSkill): readonly FileSection[] {
  let left = MOST_CHARACTERS;
  return [...readingOrder(skill).keys()].flatMap((path) => {
    const { length } = skill._contents[path] ?? '';
    if (length > left) return [];
    left -= length;
    return sectionsIn(skill._contents, path);
  });
}

export function hasBody(section: FileSection): boolean {
  return plainBody(section) !== '';
}

function plainBody(section: FileSection): string {
  const body = withoutTitle({ ...section, text: section.text.slice(0, LIMITS.shownCharacters) }).trimEnd();
  return body.trim() === '' || /^\s*(?:```|~~~)\w*$/.test(body) ? '' : body;
}

/** `[pitfalls.md] Never call fork() after start` */
export function sourceLine({ path, title }: Pick<FileSection, 'path' | 'title'>): AgentText {
  return title === undefined ? LINES.file(path) : LINES.section(path, title);
}

/** Under its title, as a model reads it, of a long one the beginning: hidden characters spelled out, fences of its neighbours opened and closed. */
export function bodyOf(section: FileSection): AgentText {
  const { path, fence, text } = section;
  const body = plainBody(section);
  if (body === '') return NO_TEXT;
  const isMarkdown = /\.md$/i.test(path);
  const language = isMarkdown ? fence : (/\.(\w+)$/.exec(path)?.[1] ?? '');
  const opening = language === undefined ? '' : `\`\`\`${language}\n`;
  const shown = text.slice(0, LIMITS.shownCharacters);
  const isOpen = isMarkdown ? fenceBehind({ text: shown, fence }) !== undefined : true;
  const whole = `${opening}${body}${isOpen ? '\n```' : ''}`;
  return quotedText(opening === '' ? whole.replace(/^\s*\n/, '').trim() : whole);
}

const NO_TEXT = quotedText('');
