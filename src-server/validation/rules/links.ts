import { posix } from 'node:path';
import { parseMarkdown } from '../../platform/markdown-blocks.ts';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeFile, isKnowledgeMarkdown } from '../knowledge-files.ts';
import { linkTargets } from '../link-targets.ts';

/** Relative links lead to files of the skill. */
export const links: FullRule = {
  codes: ['link-dead'],
  *check({ files, readText }): Iterable<Finding> {
    const served = servedPaths(files.map(({ path }) => path).filter(isKnowledgeFile));
    for (const path of served.files) {
      const text = isKnowledgeMarkdown(path) ? readText(path) : undefined;
      if (text !== undefined) yield* deadLinks(path, text, served);
    }
  },
};

interface ServedPaths {
  readonly files: ReadonlySet<string>;
  /** '' is the skill's folder. */
  readonly folders: ReadonlySet<string>;
}

function servedPaths(paths: readonly string[]): ServedPaths {
  const folders = new Set<string>();
  for (const path of paths) {
    let folder = posix.dirname(path);
    for (; folder !== '.' && !folders.has(folder); folder = posix.dirname(folder)) folders.add(folder);
    folders.add('');
  }
  return { files: new Set(paths), folders };
}

function* deadLinks(path: string, text: string, served: ServedPaths): Iterable<Finding> {
  if (!text.includes(']')) return;
  for (const block of parseMarkdown(text)) {
    if (block.kind === 'fence') continue;
    for (const [index, line] of block.lines.entries()) {
      if (!line.includes(']')) continue;
      for (const { target, offset } of linkTargets(withoutCode(line))) {
        const wanted = relativeTarget(path, target);
        if (wanted !== undefined && !isServed(wanted, served))
          yield {
            code: 'link-dead',
            message: `The link to ${target} leads to no file of the skill.`,
            path,
            line: block.line + index,
            column: offset + 1,
          };
      }
    }
  }
}

/** Blanks out inline code, up to the next equal run of backticks. Keeps columns. */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  const nextOfLength = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const [index, { 0: run }] of [...runs.entries()].reverse()) {
    const end = nextOfLength.get(run.length);
    if (end !== undefined) ends.set(index, end);
    nextOfLength.set(run.length, index);
  }
  let text = '';
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const [start, last] = [runs[index], runs[ends.get(index) ?? -1]];
    if (start === undefined || last === undefined) continue;
    const after = last.index + last[0].length;
    text += line.slice(from, start.index) + ' '.repeat(after - start.index);
    from = after;
    index = ends.get(index) ?? index;
  }
  return text + line.slice(from);
}

/** Undefined for schemes and fragments. */
function relativeTarget(from: string, target: string): string | undefined {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return undefined;
  // Code in prose, such as `[](int x)`, has neither dot nor slash.
  if (!/[./]/.test(path)) return undefined;
  try {
    return posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path)));
  } catch {
    return path;
  }
}

function isServed(path: string, { files, folders }: ServedPaths): boolean {
  if (files.has(path)) return true;
  return folders.has(path === '.' || path === './' ? '' : path.replace(/\/$/, ''));
}
