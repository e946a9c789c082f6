import { repositoryOf } from '../repository-of.ts';
import { textAt } from '../values.ts';

/** The repository of an SPDX package's `downloadLocation`: `git+https://github.com/fmtlib/fmt@9.1.0`. */
export function spdxRepository(entry: unknown): string | undefined {
  const location = textAt(entry, 'downloadLocation') ?? '';
  return repositoryOf(location.replace(/(?<=\/.+)@[^@/]*$/, ''));
}
