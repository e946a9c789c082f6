import { repositoryOf } from '../repository-of.ts';
import { textAt } from '../values.ts';
import { withoutRevision } from '../without-revision.ts';

/** From `downloadLocation`: `git+https://github.com/fmtlib/fmt@9.1.0`. */
export function spdxRepository(entry: unknown): string | undefined {
  const location = textAt(entry, 'downloadLocation') ?? '';
  return repositoryOf(withoutRevision(location));
}
