import { posix } from 'node:path';
import { withoutInlineCode } from '../../contract/words/inline-code.ts';
import { parseMarkdown } from '../../platform/markdown-blocks.ts';
import type { Rule } from '../finding.ts';
import { isKnowledgeFile, isKnowledgeMarkdown } from '../knowledge-files.ts';
import { textsOf } from './texts.ts';

/** Relative links lead to files or folders of the skill. */
export const links: Rule = function* (skill) {
  const files = skill.files.map(({ path }) => path).filter(isKnowledgeFile);
  const served = new Set(['', ...files, ...files.flatMap(foldersOf)]);
  for (const [path, text] of textsOf(skill, isKnowledgeMarkdown)) {
    if (!text.includes('](') && !text.includes(']:')) continue;
    for (const block of parseMarkdown(text).filter(({ kind }) => kind !== 'fence'))
      for (const [index, line] of block.lines.entries())
        for (const { target, offset } of linkTargets(line)) {
          const wanted = relativeTarget(path, target);
          if (wanted === undefined || served.has(wanted.replace(/\/$/, ''))) continue;
          const message = `The link to ${target} leads to no file of the skill.`;
          yield { code: 'link-dead', message, path, line: block.line + index, column: offset + 1 };
        }
  }
};

function foldersOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

/** `[name]: target` */
const DEFINITION = /^ {0,3}\[[^\]]{1,200}\]:[ \t]*(?=\S)(\S+)/d;
/** `[text](target "title")`, `![alt](<target>)`, in linear time: a few brackets in a target at most. */
const LINK =
  /\]\([ \t]*(?![ \t])(?:<([^<>]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*){0,3}))(?:[ \t][^()]*)?\)/dg;

function linkTargets(text: string): ReadonlyArray<{ readonly target: string; readonly offset: number }> {
  if (!text.includes(']')) return [];
  const line = withoutInlineCode(text);
  const definition = DEFINITION.exec(line);
  return [...(definition === null ? [] : [definition]), ...line.matchAll(LINK)].map(({ indices }) => {
    const [offset, end] = indices?.[1] ?? indices?.[2] ?? [0, 0];
    return { target: line.slice(offset, end), offset };
  });
}

/** Undefined for schemes and fragments. */
function relativeTarget(from: string, target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/, 1);
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return undefined;
  // Code in prose, such as `[](int x)`, has neither dot nor slash.
  if (!/[./]/.test(path)) return undefined;
  try {
    return posix.join(posix.dirname(from), decodeURIComponent(path)).replace(/^\.\/?$/, '');
  } catch {
    return path;
  }
}
