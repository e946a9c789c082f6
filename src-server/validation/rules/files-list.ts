import type { FastRule, Finding } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import { isKnowledgeFile, listedFiles, standardPriority } from '../knowledge-files.ts';

/** `files` names each knowledge file once, under the priority the specification gives it. */
export const filesList: FastRule = {
  codes: ['file-unlisted', 'file-listed-twice', 'file-priority'],
  *check({ manifest, files }): Iterable<Finding> {
    const first = new Map<string, string>();
    const misplaced: string[] = [];
    for (const { priority, index, path } of listedFiles(manifest)) {
      const pointer = toPointer('files', priority, index);
      const earlier = first.get(path);
      const own = standardPriority(path);
      if (earlier !== undefined)
        yield { code: 'file-listed-twice', message: `${path} is listed under ${earlier} already.`, pointer };
      else if (own !== undefined && own !== priority) misplaced.push(`${path} (${priority}, not ${own})`);
      first.set(path, earlier ?? priority);
    }
    if (misplaced.length > 0)
      yield {
        code: 'file-priority',
        message: `"files" gives another priority than the specification to ${misplaced.join(', ')}.`,
        pointer: '/files',
      };
    // Without `files` every file comes with the skill, and the schema says that the field is missing.
    if (typeof manifest['files'] !== 'object' || manifest['files'] === null) return;
    for (const { path } of files)
      if (isKnowledgeFile(path) && !first.has(path))
        yield {
          code: 'file-unlisted',
          message: `${path} is there, but "files" does not list it.`,
          path,
          fix: `List it under ${standardPriority(path) ?? 'its priority'} in "files", or remove it.`,
        };
  },
};
