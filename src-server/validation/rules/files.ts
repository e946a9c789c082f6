import { PRIORITIES } from '../../contract/api/api.ts';
import { isJsonObject } from '../../contract/api/json-object.ts';
import { isRequiredFile, STANDARD_FILES, standardPriority } from '../../contract/api/standard-files.ts';
import { completeness } from '../compute-facts.ts';
import type { Finding, Rule } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import {
  isKnowledgeFile,
  isOtherMarkdown,
  listedFiles,
  presentPaths,
  relativePath,
  stringItems,
} from '../knowledge-files.ts';
import { truncate } from '../truncate.ts';

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
