import type { Priority } from '../contract/api/api.ts';
import { escapeHidden } from '../contract/words/printable.ts';
import { isFrame } from '../platform/entry-labels.ts';
import { readingOrder } from '../registry/model/reading-order.ts';
import type { SkillContents } from '../registry/skill-texts.ts';
import { piecesOf, titleOfPiece } from '../search/sections/section-pieces.ts';
import { fenceAfter, fenceOf } from '../search/words/text-scanner.ts';

/** A part of a file under one heading, whole, as a model reads it: hidden characters are spelled out. */
export interface SkillSection {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly priority: Priority;
  /** Absent for the text before the first heading, and in files that are not Markdown. */
  readonly title?: string;
  /** Without its heading. Fences that a neighbouring section opens or closes are opened and closed here, too. */
  readonly text: string;
  /** A named entry of pitfalls.md or safety.md: its title alone warns. */
  readonly isDanger: boolean;
}

const DANGERS: ReadonlySet<string> = new Set(['pitfalls.md', 'safety.md']);

export const isExample = (path: string): boolean => path.startsWith('examples/');

/** In reading order. Files that could not be read are missing. */
export function sectionsOf({ skill, texts }: SkillContents): readonly SkillSection[] {
  return readingOrder(skill).flatMap(({ path, priority }) => {
    const text = texts.get(path);
    return text === undefined ? [] : sectionsOfFile(path, priority, escapeHidden(text.toString('utf8')));
  });
}

export function sectionsOfFile(path: string, priority: Priority, text: string): readonly SkillSection[] {
  if (!/\.md$/i.test(path))
    return text.trim() === '' ? [] : [{ path, priority, text: fenced(path, text), isDanger: false }];
  let open: string | undefined;
  return piecesOf(path, text).flatMap((piece, place): readonly SkillSection[] => {
    const title = titleOfPiece(piece);
    const opening = open === undefined ? '' : `\`\`\`${open}\n`;
    open = fenceBehind(piece, open);
    const body = `${opening}${withoutTitle(piece)}${open === undefined ? '' : '\n```'}`.trim();
    if (body === '' || body === '```') return [];
    const isFileTitle = place === 0 && headingsOf(piece) === 1;
    const isDanger = DANGERS.has(path) && title !== undefined && !isFileTitle && !isFrame(title);
    return [{ path, priority, text: indentSources(body), isDanger, ...(title !== undefined && { title }) }];
  });
}

/** `[pitfalls.md] Never call fork() after start` */
export function sourceLine({ path, title }: Pick<SkillSection, 'path' | 'title'>): string {
  return title === undefined ? `[${path}]` : `[${path}] ${title}`;
}

function fenced(path: string, code: string): string {
  return `\`\`\`${/\.(\w+)$/.exec(path)?.[1] ?? ''}\n${code.trimEnd()}\n\`\`\``;
}

const HEADINGS = /^(?:\s*#{1,6}[ \t][^\n]*(?:\n|$))+/;

/** A title of the file may have the first entry right below it. */
function headingsOf(piece: string): number {
  return HEADINGS.exec(piece)?.[0].trim().split(/\n\s*/).length ?? 0;
}

function withoutTitle(piece: string): string {
  return piece.replace(HEADINGS, '').trimEnd();
}

function fenceBehind(piece: string, open: string | undefined): string | undefined {
  let fence = open;
  for (const line of piece.split('\n')) {
    const found = fenceOf(line, 0, line.length);
    if (found !== undefined) fence = fenceAfter(fence, found);
  }
  return fence;
}

/** A line of a text that looks like one of ours would pass for another file, or for our words. */
function indentSources(text: string): string {
  return text.replace(/^(?=\[[\w./-]+\] |Also dangerous \(|More: )/gm, '  ');
}
