import { statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isSampleRegistry } from '../built-files.ts';
import { compareDiagnostics } from '../contract/diagnostics/diagnostic.ts';
import { findRegistryAround } from '../registry/find-registry-near.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { validateRegistry } from '../registry/validate-registry.ts';
import { readRegistryText, readRules } from '../registry/worker/root-files.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { withPositions } from '../validation/json-position.ts';
import { RULES_FILE, relax, SPECIFICATION } from '../validation/registry-rules.ts';
import type { Report } from '../validation/reporters/report.ts';
import { version } from '../version.ts';

export interface CheckedRegistry extends Omit<Report, 'hidden'> {
  /** No skills and drafts. */
  readonly isEmpty: boolean;
}

/** By rules.json of the registry, or of that around a skill, unless strict. */
export async function checkRegistry(
  location: RegistryLocation,
  isStrict: boolean,
  cwd: string,
): Promise<CheckedRegistry> {
  const { root, layout } = location;
  const options = { now: new Date(), agesIndex: !isSampleRegistry(root) };
  const { reading, facts, diagnostics } = await validateRegistry(location, options);
  const rulesRoot = (layout === 'skill' && findRegistryAround(root)) || root;
  const read = isStrict ? { rules: SPECIFICATION, diagnostics: [] } : readRules(rulesRoot);
  const file = slashed(relative(root, join(rulesRoot, RULES_FILE)));
  const ofRules = withPositions(read.diagnostics, () => readRegistryText(rulesRoot, RULES_FILE));
  const left = relax([...ofRules.map((found) => ({ ...found, file })), ...diagnostics], read.rules);
  const pathOf = (path: string) => {
    const near = relative(cwd, join(root, path));
    return slashed(near.startsWith('..') ? join(root, path) : near);
  };
  return {
    ...{ facts, version, relaxed: left.relaxed, pathOf },
    isEmpty: facts.length === 0 && reading.drafts.length === 0,
    // Sorts relaxed notes among the others, like the service.
    diagnostics: left.diagnostics.toSorted(compareDiagnostics),
    existingPathOf: (path = '') => pathOf(existingFile(root, path)) || '.',
  };
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** The file, or nearest skill.json or index.json, or ''. */
function existingFile(root: string, file: string): string {
  const isFile = (path: string) => {
    try {
      return statSync(join(root, path)).isFile();
    } catch {
      return false;
    }
  };
  if (isFile(file)) return file;
  for (let folder = file; folder !== '' && folder !== '.'; folder = posix.dirname(folder))
    if (isFile(`${folder}/${MANIFEST_FILE}`)) return `${folder}/${MANIFEST_FILE}`;
  return [MANIFEST_FILE, 'index.json'].find(isFile) ?? '';
}
