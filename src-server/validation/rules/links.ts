import { posix } from 'node:path';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeFile, isMarkdown } from '../knowledge-files.ts';
import { parseMarkdown } from '../markdown-blocks.ts';

/** `[text](target "title")` and `![alt](target)`, or the definition of a reference, `[name]: target`. */
const LINK =
  /\]\(\s*(?:<([^>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))[^()\n]*\)|^ {0,3}\[[^\]\n]+\]:\s*(\S+)/g;

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

/** Blanks in place of inline code: what stands in it is no link, and columns stay. */
function withoutCode(line: string): string {
  return line.replace(/(`+)[^`].*?\1(?!`)/g, (code) => ' '.repeat(code.length));
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
