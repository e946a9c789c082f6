import type { DiagnosticCode } from '../../contract/diagnostics/diagnostic.ts';
import { countEntries } from '../count-entries.ts';
import type { Finding, FullRule } from '../finding.ts';

const MINIMA: ReadonlyArray<{ path: string; minimum: number; code: DiagnosticCode }> = [
  { path: 'pitfalls.md', minimum: 3, code: 'pitfalls-too-few' },
  { path: 'safety.md', minimum: 2, code: 'safety-too-few' },
];

export const entryCount: FullRule = {
  codes: ['pitfalls-too-few', 'safety-too-few'],
  *check({ files, readText }): Iterable<Finding> {
    for (const { path, minimum, code } of MINIMA) {
      if (!files.some((file) => file.path === path)) continue;
      const text = readText(path);
      const entries = text === undefined ? minimum : countEntries(text);
      if (entries < minimum)
        yield {
          code,
          message: `${path} has ${entries === 1 ? '1 entry' : `${entries} entries`}, fewer than ${minimum}.`,
          path,
        };
    }
  },
};
