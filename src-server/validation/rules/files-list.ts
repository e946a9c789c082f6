import { isRequiredFile, standardPriority } from '../../contract/api/standard-files.ts';
import type { FastRule, Finding } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import { isKnowledgeFile, listedFiles, unknownLists } from '../knowledge-files.ts';
import { truncate } from '../truncate.ts';

/** `files` lists each knowledge file once, under the specified priority. */
export const filesList: FastRule = {
  codes: ['file-unlisted', 'p0-file-unlisted', 'file-listed-twice', 'file-priority', 'files-key-unknown'],
  *check({ manifest, files }): Iterable<Finding> {
    const first = new Map<string, string>();
    const misplaced: string[] = [];
    for (const { priority, index, path } of listedFiles(manifest)) {
      const earlier = first.get(path);
      const own = standardPriority(path);
      if (earlier !== undefined)
        yield {
          code: 'file-listed-twice',
          message: `${path} is listed under ${earlier} already.`,
          pointer: toPointer('files', priority, index),
        };
      else if (own !== undefined && own !== priority) misplaced.push(`${path} (${priority}, not ${own})`);
      first.set(path, earlier ?? priority);
    }
    if (misplaced.length > 0)
      yield {
        code: 'file-priority',
        message: `"files" gives another priority than the specification to ${misplaced.join(', ')}.`,
        pointer: '/files',
      };
    for (const { name, paths } of unknownLists(manifest)) {
      yield {
        code: 'files-key-unknown',
        message: `"files" has "${truncate(name)}", which is no priority.`,
        pointer: toPointer('files', truncate(name)),
      };
      // Don't also report the paths as unlisted.
      for (const path of paths) first.set(path, name);
    }
    const declared = manifest['files'];
    // Without `files`, every file is served, and the schema reports the missing field.
    if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) return;
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
  },
};

function unlisted(path: string): Finding {
  if (isRequiredFile(path))
    return {
      code: 'p0-file-unlisted',
      message: `${path} is there, but "files" does not list it.`,
      path,
    };
  return {
    code: 'file-unlisted',
    message: `${path} is there, but "files" does not list it.`,
    path,
    fix: `List it under ${standardPriority(path) ?? 'its priority'} in "files", or remove it.`,
  };
}
