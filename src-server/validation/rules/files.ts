import { posix } from 'node:path';
import {
  isExample,
  isJsonObject,
  isRequiredFile,
  PRIORITIES,
  STANDARD_FILES,
  standardPriority,
} from '../../contract/api.ts';
import { withoutInlineCode } from '../../contract/outside-text.ts';
import { parseMarkdown } from '../../platform/markdown.ts';
import { type FileFact, type Finding, type Rule, truncate } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import {
  completeness,
  EXAMPLE_EXTENSIONS,
  isKnowledgeFile,
  isKnowledgeMarkdown,
  isOtherMarkdown,
  listedFiles,
  presentPaths,
  relativePath,
  stringItems,
} from '../knowledge-files.ts';
import { textsOf } from './texts.ts';

export const p0Files: Rule = function* ({ manifest, files }) {
  const known = new Set([...files, ...listedFiles(manifest)].map(({ path }) => path));
  for (const name of STANDARD_FILES.P0)
    if (!known.has(name))
      yield { code: 'p0-file-missing', message: `${name} is missing.`, pointer: '/files/P0' };
};

/** Lower case; Markdown ends in .md. */
export const fileNames: Rule = function* ({ files }) {
  for (const { path } of files) {
    const isServed = isKnowledgeFile(path);
    const isInRoot = !path.includes('/');
    const isOther = isInRoot && !path.startsWith('.') && path !== 'LICENSE' && path !== 'NOTICE';
    if (isOtherMarkdown(path) && (isServed || isInRoot))
      yield { code: 'markdown-extension', message: `${path} is markdown, but does not end in .md.`, path };
    else if (path !== path.toLowerCase() && (isServed || isOther))
      yield {
        code: isServed ? 'file-name-case' : 'other-file-name',
        message: `The file name ${path} has capital letters.`,
        path,
        fix: `Rename it to ${path.toLowerCase()}.`,
      };
  }
};

/** `files` lists each knowledge file once, under the specified priority. */
export const filesList: Rule = function* ({ manifest, files }) {
  const first = new Map<string, string>();
  const misplaced: string[] = [];
  for (const { priority, index, path } of listedFiles(manifest)) {
    const earlier = first.get(path);
    const own = standardPriority(path);
    if (earlier !== undefined)
      yield listedTwice(`${path} is listed under ${earlier} already.`, 'files', priority, index);
    else if (own !== undefined && own !== priority) misplaced.push(`${path} (${priority}, not ${own})`);
    first.set(path, earlier ?? priority);
  }
  if (misplaced.length > 0) {
    const message = `"files" gives another priority than the specification to ${misplaced.join(', ')}.`;
    yield { code: 'file-priority', message, pointer: '/files' };
  }
  const declared = manifest['files'];
  // Without `files`, every file is served, and the schema reports the missing field.
  if (!isJsonObject(declared)) return;
  for (const [name, list] of Object.entries(declared)) {
    if (PRIORITIES.some((priority) => priority === name)) continue;
    const message = `"files" has "${truncate(name)}", which is no priority.`;
    yield { code: 'files-key-unknown', message, pointer: toPointer('files', truncate(name)) };
    // Don't also report the paths as unlisted.
    for (const { value } of stringItems(list)) first.set(relativePath(value), name);
  }
  const left = files.map(({ path }) => path).filter((path) => isKnowledgeFile(path) && !first.has(path));
  // One finding if nothing is listed.
  if (Object.keys(declared).length === 0 && left.length > 0)
    yield {
      code: 'file-unlisted',
      message: `"files" lists none of the ${left.length} files that are there.`,
      pointer: '/files',
      fix: 'List each under its priority, P0 to P3.',
    };
  else yield* left.map(unlisted);
};

function listedTwice(message: string, ...path: ReadonlyArray<string | number>): Finding {
  return { code: 'file-listed-twice', message, pointer: toPointer(...path) };
}

function unlisted(path: string): Finding {
  const message = `${path} is there, but "files" does not list it.`;
  if (isRequiredFile(path)) return { code: 'p0-file-unlisted', message, path };
  const fix = `List it under ${standardPriority(path) ?? 'its priority'} in "files", or remove it.`;
  return { code: 'file-unlisted', message, path, fix };
}

/** `read_order` lists each P0 path once: specified files, wherever listed, and others under P0. */
export const readOrder: Rule = function* ({ manifest }) {
  if (!Array.isArray(manifest['read_order'])) return;
  const listed = listedFiles(manifest);
  const inP0 = listed.filter(({ priority }) => priority === 'P0').map(({ path }) => path);
  const p0 = new Set<string>([...STANDARD_FILES.P0, ...inP0]);
  const seen = new Set<string>();
  const outside: Array<{ index: number; path: string }> = [];
  for (const { index, value } of stringItems(manifest['read_order'])) {
    const path = relativePath(value);
    if (seen.has(path)) yield listedTwice(`"read_order" names ${path} twice.`, 'read_order', index);
    if (!p0.has(path)) outside.push({ index, path });
    seen.add(path);
  }
  if (outside.length > 0) {
    const message = `"read_order" names ${outside.map(({ path }) => path).join(', ')}: not P0.`;
    yield { code: 'read-order-not-p0', message, pointer: toPointer('read_order', outside[0]?.index ?? 0) };
  }
  const own = listed.filter(({ path, priority }) => (standardPriority(path) ?? priority) === 'P0');
  const left = [...new Set(own.map(({ path }) => path))].filter((path) => !seen.has(path));
  if (left.length > 0) {
    const are = left.length === 1 ? 'is' : 'are';
    const message = `"read_order" leaves out ${left.join(', ')}, which ${are} P0.`;
    yield { code: 'read-order-incomplete', message, pointer: '/read_order' };
  }
};

export const declaredCompleteness: Rule = function* ({ manifest, files }) {
  const declared = manifest['completeness'];
  const { score, range } = completeness(presentPaths(files));
  const [lowest, highest] = range;
  if (typeof declared !== 'number' || declared < 0 || declared > 100) return;
  if (declared >= lowest && declared <= highest) return;
  const allowed = lowest === highest ? `${lowest}` : `${lowest} to ${highest}`;
  yield {
    code: 'completeness-mismatch',
    message: `"completeness" is ${declared}; with the files that are there it is ${allowed}.`,
    pointer: '/completeness',
    fix: `Set it to ${score}, or leave it out.`,
  };
};

/** Reports a skill without an example that has a text. Reading reports missing listed files. */
export const examplePresent: Rule = function* ({ manifest, files, texts }) {
  const examples = examplesOf(files);
  const there = new Set(examples.map(({ path }) => path));
  const isAwaited = examplesOf(listedFiles(manifest)).some(({ path }) => !there.has(path));
  const isWritten = ({ path, size }: FileFact) => size > 0 && texts.get(path)?.trim() !== '';
  if (isAwaited || examples.some(isWritten)) return;
  const message =
    examples.length === 0 ? 'There is no file under examples/.' : 'All files under examples/ are empty.';
  yield { code: 'example-missing', message, pointer: '/files/P3' };
};

function examplesOf<File extends Pick<FileFact, 'path'>>(files: readonly File[]): File[] {
  return files.filter(({ path }) => isExample(path) && isKnowledgeFile(path));
}

/** Supporting files: builds, data, documents. */
const SUPPORT =
  /\.(?:md|txt|json|toml|ya?ml|xml|mod|sum|lock|cmake|h|hpp|proto|sql|html|css|csv|sh|ps1)$|(?:^|\/)(?:makefile|dockerfile)$/i;

/** Examples have the language's extension. */
export const exampleExtension: Rule = function* ({ manifest: { language }, files }) {
  const extension = Object.entries(EXAMPLE_EXTENSIONS).find(([name]) => name === language)?.[1];
  if (extension === undefined) return;
  const examples = examplesOf(files);
  const others = examples.filter(({ path }) => !path.endsWith(`.${extension}`));
  const hasSource = others.length < examples.length;
  for (const { path } of others) {
    const message = `${path} does not end in .${extension}, as ${language} examples do.`;
    if (!hasSource || !SUPPORT.test(path)) yield { code: 'example-extension', message, path };
  }
};

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

/** The definition of a link: `[name]: target`. */
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

/** Returns the path that a link leads to; undefined for schemes and fragments. */
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
