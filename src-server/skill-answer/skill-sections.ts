import { escapeHidden } from '../contract/words/printable.ts';
import { readingOrder } from '../registry/model/reading-order.ts';
import type { SkillContents } from '../registry/skill-texts.ts';
import {
  type FileSection,
  fenceBehind,
  sectionsOfFile,
  withoutTitle,
} from '../search/sections/file-sections.ts';

/** In reading order. Files that could not be read are missing. */
export function sectionsOf({ skill, texts }: SkillContents): readonly FileSection[] {
  return readingOrder(skill).flatMap(({ path }) => sectionsOfFile(path, texts.get(path) ?? ''));
}

export const hasBody = (section: FileSection): boolean => bodyOf(section) !== '';

/** `[pitfalls.md] Never call fork() after start` */
export function sourceLine({ path, title }: Pick<FileSection, 'path' | 'title'>): string {
  return escapeHidden(title === undefined ? `[${path}]` : `[${path}] ${title}`);
}

/** Under its title, as a model reads it: hidden characters spelled out, fences of its neighbours opened and closed. */
export function bodyOf(section: FileSection): string {
  const { path, fence } = section;
  const body = withoutTitle(section).trimEnd();
  if (body.trim() === '' || /^\s*(?:```|~~~)\w*$/.test(body)) return '';
  const isMarkdown = /\.md$/i.test(path);
  const language = isMarkdown ? fence : (/\.(\w+)$/.exec(path)?.[1] ?? '');
  const opening = language === undefined ? '' : `\`\`\`${language}\n`;
  const isOpen = isMarkdown ? fenceBehind(section) !== undefined : true;
  const whole = `${opening}${body}${isOpen ? '\n```' : ''}`;
  return indentSources(escapeHidden(opening === '' ? whole.replace(/^\s*\n/, '').trim() : whole));
}

/** A line of a text that looks like one of ours would pass for another file, or for our words. */
function indentSources(text: string): string {
  return text.replace(/^(?=\[[\w./-]+\] |Also dangerous \(|More: )/gm, '  ');
}
