import type { Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { runCliHere } from './run-cli-here.ts';

export interface Validated {
  readonly code: number;
  /** Sorted, `warning field-form /summary`, of every finding but the age of index.json and entries that it lacks. */
  readonly found: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const PASSING: ReadonlySet<string> = new Set(['index-old', 'index-entry-missing']);

/** What `skills-registry validate` says of a folder. */
export async function validated(folder: string): Promise<Validated> {
  const { out, code } = await runCliHere(['validate', folder, '--json']);
  const all = (JSON.parse(out) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
  const diagnostics = all.filter((diagnostic) => !PASSING.has(diagnostic.code));
  const found = diagnostics.map(({ severity, code: name, pointer, file = '' }) =>
    [severity, name, pointer ?? file.split('/').slice(4).join('/')].join(' ').trim(),
  );
  return { code, found: found.sort(), diagnostics };
}
