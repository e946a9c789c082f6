import { posix } from 'node:path';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeFile, isMarkdown } from '../knowledge-files.ts';
import { parseMarkdown } from '../markdown-blocks.ts';

/** `[text](target "title")` and `![alt](target)`, or the definition of a reference, `[name]: target`. */
const LINK =
  /\]\([ \t]*(?:<([^<>]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:[ \t][^()]*)?\)|^ {0,3}\[[^\]]{1,200}\]:[ \t]*(\S+)/g;

/** Relative links lead to files of the skill. */
export const links: FullRule = {
  codes: ['link-dead'],
  *check({ files, readText }): Iterable<Finding> {
    const served = new Set(files.map(({ path }) => path).filter(isKnowledgeFile));
    for (const path of served) {
      const text = isMarkdown(path) ? readText(path) : undefined;
      if (text !== undefined) yield* deadLinks(path, text, served);
    }
  },
};

function* deadLinks(path: string, text: string, served: ReadonlySet<string>): Iterable<Finding> {
  if (!text.includes(']')) return;
  for (const block of parseMarkdown(text)) {
    if (block.kind === 'fence') continue;
    for (const [index, line] of block.lines.entries()) {
      for (const match of withoutCode(line).matchAll(LINK)) {
        const target = match[1] ?? match[2] ?? match[3] ?? '';
        const wanted = relativeTarget(path, target);
        if (wanted !== undefined && !isServed(wanted, served))
          yield {
            code: 'link-dead',
            message: `The link to ${target} leads to no file of the skill.`,
            path,
            line: block.line + index,
            column: match.index + match[0].indexOf(target) + 1,
          };
      }
    }
  }
}

/**
 * Blanks in place of inline code: what stands in it is no link, and columns stay. Code ends at the next run of as many
 * backticks as it began with; without one there is no code.
 */
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

/** Path inside the skill that a link names; undefined for web addresses, other schemes and fragments. */
function relativeTarget(from: string, target: string): string | undefined {
  const path = target.replace(/[?#].*$/, '');
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return undefined;
  // Code that slipped into prose, such as `[](int x)`, has no dot and no slash; a path has one or the other.
  if (!/[./]/.test(path)) return undefined;
  try {
    return posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path)));
  } catch {
    return path;
  }
}

/** A file, or a folder that holds one (`examples/`). */
function isServed(path: string, served: ReadonlySet<string>): boolean {
  if (served.has(path)) return true;
  const folder = path === '.' || path === './' ? '' : path.replace(/\/?$/, '/');
  return [...served].some((name) => name.startsWith(folder));
}
