/** The registry of real skills that judged queries are about; it lies beside the project, or nowhere. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const SHARED = join(import.meta.dirname, '../../../shared');

/**
 * Where it is, and where the queries are that were given with it. Ends the process, and says so, where they aren't there.
 *
 * @returns {{ registry: string, given: string }} absolute paths of folders
 */
export function judgedRegistry() {
  const [registry, given] = [join(SHARED, 'real-registry'), join(SHARED, 'relevance')];
  if (existsSync(registry) && existsSync(given)) return { registry, given };
  console.log('Skipped: the judged registry is not beside this project.');
  process.exit(0);
}
