import { completeness } from '../completeness.ts';
import type { FastRule } from '../finding.ts';
import { presentPaths } from '../knowledge-files.ts';

export const declaredCompleteness: FastRule = {
  codes: ['completeness-mismatch'],
  check({ manifest, files }) {
    const declared = manifest['completeness'];
    if (typeof declared !== 'number' || declared < 0 || declared > 100) return [];
    const { score, range } = completeness(presentPaths(files));
    if (declared >= range[0] && declared <= range[1]) return [];
    const allowed = range[0] === range[1] ? `${range[0]}` : `${range[0]} to ${range[1]}`;
    return [
      {
        code: 'completeness-mismatch',
        message: `"completeness" is ${declared}; with the files that are there it is ${allowed}.`,
        pointer: '/completeness',
        fix: `Set it to ${score}, or leave it out.`,
      },
    ];
  },
};
