import { posix } from 'node:path';
import { parseMarkdown } from '../../platform/markdown-blocks.ts';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeFile, isKnowledgeMarkdown } from '../knowledge-files.ts';
import { textsOf } from './texts.ts';

/** Relative links lead to files of the skill. */
export const links: FullRule = {
  codes: ['link-dead'],
  *check(skill): Iterable<Finding> {
    const served = servedPaths(skill.files.map(({ path }) => path).filter(isKnowledgeFile));
    for (const [path, text] of textsOf(skill, isKnowledgeMarkdown)) yield* deadLinks(path, text, served);
  },
};

/** Files, and their folders with a final slash; the skill's own is `/`. */
function servedPaths(paths: readonly string[]): ReadonlySet<string> {
  const served = new Set(paths);
  for (const path of paths)
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      served.add(folder === '.' ? '/' : `${folder}/`);
      if (folder === '.') break;
    }
  return served;
}

function* deadLinks(path: string, text: string, served: ReadonlySet<string>): Iterable<Finding> {
  if (!text.includes(']')) return;
  for (const block of parseMarkdown(text)) {
    if (block.kind === 'fence') continue;
    for (const [index, line] of block.lines.entries()) {
      if (!line.includes(']')) continue;
      for (const { target, offset } of linkTargets(withoutCode(line))) {
        const wanted = relativeTarget(path, target);
        if (wanted === undefined || served.has(wanted) || served.has(`${wanted.replace(/\/$/, '')}/`))
          continue;
        const message = `The link to ${target} leads to no file of the skill.`;
        yield { code: 'link-dead', message, path, line: block.line + index, column: offset + 1 };
      }
    }
  }
}

/** `[name]: target` */
const DEFINITION = /^ {0,3}\[[^\]]{1,200}\]:[ \t]*(?=\S)(\S+)/d;
/** `[text](target "title")`, `![alt](<target>)`, in linear time: a few brackets in a target at most. */
const LINK = /\]\([ \t]*(?:<([^<>]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*){0,3}))(?:[ \t][^()]*)?\)/dg;

function linkTargets(line: string): ReadonlyArray<{ readonly target: string; readonly offset: number }> {
  const definition = DEFINITION.exec(line);
  return [...(definition === null ? [] : [definition]), ...line.matchAll(LINK)].map(({ indices }) => {
    const [offset, end] = indices?.[1] ?? indices?.[2] ?? [0, 0];
    return { target: line.slice(offset, end), offset };
  });
}

/** Blanks out inline code, up to the next equal run of backticks. Keeps columns. */
function withoutCode(line: string): string {
  return line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, (code) => ' '.repeat(code.length));
}

/** Undefined for schemes and fragments. */
function relativeTarget(from: string, target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/, 1);
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return undefined;
  // Code in prose, such as `[](int x)`, has neither dot nor slash.
  if (!/[./]/.test(path)) return undefined;
  try {
    return posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path))).replace(/^\.\/?$/, '');
  } catch {
    return path;
  }
}
