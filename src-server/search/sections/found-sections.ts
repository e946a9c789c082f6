import { isMarkdown } from '../words/is-markdown.ts';
import { type FileSection, isDangerFile, sectionsOfFile } from './file-sections.ts';

/** Of a skill; the last one of a file has the rest of it. */
export const MOST_SECTIONS = 2_000;

/** Where the sections of a skill's Markdown files are: found once, in the thread that reads them. */
export type FoundSections = ReadonlyMap<string, PackedSections>;

/** Numbers instead of objects: a registry has 40 sections in each of 1,000 skills. */
export interface PackedSections {
  /** For each section `ROW` numbers: its length, line, level, whether it is a danger, place and length of the title. */
  readonly rows: Uint32Array;
  /** Languages of the fences that are open at the start, by the section's number. */
  readonly fences: ReadonlyMap<number, string>;
}

type Texts = ReadonlyMap<string, string> | Readonly<Record<string, string>>;

const ROW = 6;

const known = new WeakMap<Texts, FoundSections>();

/** The dangers first: a long text must not take their place. */
export function findSections(texts: Iterable<readonly [path: string, text: string]>): FoundSections {
  const files = [...texts].filter(([path]) => isMarkdown(path));
  const ordered = files.sort(([a], [b]) => Number(isDangerFile(b)) - Number(isDangerFile(a)));
  let left = MOST_SECTIONS;
  return new Map(
    ordered.map(([path, text]) => {
      const sections = sectionsOfFile(path, text, Math.max(1, left));
      left -= sections.length;
      return [path, pack(sections)];
    }),
  );
}

/** Keeps the sections that the worker found, so that `sectionsIn` cuts nothing anew. */
export function keepSections(texts: Texts, found: FoundSections): void {
  known.set(texts, found);
}

/** Of a file of these texts, which are cut at the first question if nobody gave what was found. */
export function sectionsIn(texts: Texts, path: string): readonly FileSection[] {
  const text =
    texts instanceof Map ? texts.get(path) : ownText(texts as Readonly<Record<string, string>>, path);
  if (text === undefined) return [];
  if (!isMarkdown(path)) return sectionsOfFile(path, text);
  const found = known.get(texts) ?? findSections(texts instanceof Map ? texts : Object.entries(texts));
  known.set(texts, found);
  const packed = found.get(path);
  return packed === undefined ? sectionsOfFile(path, text, 1) : unpack(path, text, packed);
}

function ownText(texts: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.hasOwn(texts, path) ? texts[path] : undefined;
}

function pack(sections: readonly FileSection[]): PackedSections {
  const rows = new Uint32Array(sections.length * ROW);
  const fences = new Map<number, string>();
  for (const [at, { text, line, level, isDanger, title, fence }] of sections.entries()) {
    const place = title === undefined ? 0 : text.indexOf(title);
    rows.set([text.length, line, level, isDanger ? 1 : 0, place, title?.length ?? 0], at * ROW);
    if (fence !== undefined) fences.set(at, fence);
  }
  return { rows, fences };
}

/** Parts of strings share their letters with the text. */
function unpack(path: string, text: string, { rows, fences }: PackedSections): readonly FileSection[] {
  const sections: FileSection[] = [];
  let start = 0;
  for (let at = 0; at * ROW < rows.length; at += 1) {
    const [length = 0, line = 1, level = 0, danger = 0, place = 0, titleLength = 0] = rows.subarray(
      at * ROW,
      (at + 1) * ROW,
    );
    const fence = fences.get(at);
    sections.push({
      ...{ path, level, line, isDanger: danger === 1 },
      text: text.slice(start, start + length),
      ...(titleLength > 0 && { title: text.slice(start + place, start + place + titleLength) }),
      ...(fence !== undefined && { fence }),
    });
    start += length;
  }
  return sections;
}
