import { DIAGNOSTICS, type Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import type { DiagnosticKind } from '../../../src-server/contract/validation-codes.ts';
import type { SkillFile } from '../../domain/skill-files.ts';
import type { LineProblem } from './markdown/with-problems.ts';

/** Of a line, or of the whole file. */
export interface FileProblem extends Partial<Pick<LineProblem, 'line'>> {
  readonly message: string;
  readonly code: string;
}

/** What a reader should know. Faults of the whole file that agents don't notice are their author's: see Source. */
export function problemsOfFile(
  diagnostics: readonly Diagnostic[],
  key: string,
  path: string,
  files: readonly SkillFile[],
): readonly FileProblem[] {
  return diagnostics
    .filter(
      ({ skillKey, severity, file, line, code }) =>
        skillKey === key &&
        severity !== 'info' &&
        (line !== undefined || isNoticed(code)) &&
        pathInSkill(file ?? '', files) === path,
    )
    .map(({ message, code, line }) => ({ message, code, ...(line !== undefined && { line }) }));
}

/** By agents; so are all codes that only a newer service knows. */
function isNoticed(code: Diagnostic['code']): boolean {
  const kind: Partial<DiagnosticKind> | undefined = Object.hasOwn(DIAGNOSTICS, code)
    ? DIAGNOSTICS[code]
    : undefined;
  return kind === undefined || kind.effect !== undefined;
}

/** `skills/rust/a/b/examples/x.md` is `examples/x.md`, not a file `x.md` of the same skill. */
function pathInSkill(file: string, files: readonly SkillFile[]): string | undefined {
  return files
    .map(({ path }) => path)
    .filter((path) => file.endsWith(`/${path}`))
    .sort((a, b) => b.length - a.length)[0];
}
