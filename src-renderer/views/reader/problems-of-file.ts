import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import type { SkillFile } from '../../domain/skill-files.ts';
import type { LineProblem } from './markdown/with-problems.ts';

/** Of a line, or of the whole file. */
export interface FileProblem extends Partial<Pick<LineProblem, 'line'>> {
  readonly message: string;
  readonly code: string;
}

/** Errors and warnings of `validate`; what only concerns style is Source's. */
export function problemsOfFile(
  diagnostics: readonly Diagnostic[],
  key: string,
  path: string,
  files: readonly SkillFile[],
): readonly FileProblem[] {
  return diagnostics
    .filter(
      ({ skillKey, severity, file }) =>
        skillKey === key && severity !== 'info' && pathInSkill(file ?? '', files) === path,
    )
    .map(({ message, code, line }) => ({ message, code, ...(line !== undefined && { line }) }));
}

/** `skills/rust/a/b/examples/x.md` is `examples/x.md`, not a file `x.md` of the same skill. */
function pathInSkill(file: string, files: readonly SkillFile[]): string | undefined {
  return files
    .map(({ path }) => path)
    .filter((path) => file.endsWith(`/${path}`))
    .sort((a, b) => b.length - a.length)[0];
}
