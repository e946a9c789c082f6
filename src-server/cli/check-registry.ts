import { statSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { isSampleRegistry } from '../built-files.ts';
import { compareDiagnostics, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import { findRegistryAround } from '../registry/find-registry-near.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import {
  type ValidateOptions,
  type ValidationResult,
  validateRegistry,
} from '../registry/validate-registry.ts';
import { readRegistryText, readRules } from '../registry/worker/root-files.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { withPositions } from '../validation/json-position.ts';
import { RULES_FILE, relax, SPECIFICATION } from '../validation/registry-rules.ts';
import type { Report } from '../validation/reporters/report.ts';

export interface CheckedRegistry extends Pick<ValidationResult, 'facts' | 'diagnostics'> {
  readonly location: RegistryLocation;
  /** No skills and drafts. */
  readonly isEmpty: boolean;
  readonly relaxed: readonly Relaxed[];
}

/** By rules.json of the registry, or of that around a skill, unless strict. */
export async function checkRegistry(
  location: RegistryLocation,
  isStrict: boolean,
  options: ValidateOptions,
): Promise<CheckedRegistry> {
  const { root, layout } = location;
  const agesIndex = !isSampleRegistry(root);
  const { reading, facts, diagnostics } = await validateRegistry(location, { ...options, agesIndex });
  const rulesRoot = (layout === 'skill' && findRegistryAround(root)) || root;
  const read = isStrict ? { rules: SPECIFICATION, diagnostics: [] } : readRules(rulesRoot);
  const file = slashed(relative(root, join(rulesRoot, RULES_FILE)));
  const ofRules = withPositions(read.diagnostics, () => readRegistryText(rulesRoot, RULES_FILE));
  const left = relax([...ofRules.map((found) => ({ ...found, file })), ...diagnostics], read.rules);
  const isEmpty = facts.length === 0 && reading.drafts.length === 0;
  // Sorts relaxed notes among the others, like the service.
  return { location, isEmpty, facts, ...left, diagnostics: left.diagnostics.toSorted(compareDiagnostics) };
}

/** Paths are relative to a single registry, else to `cwd`. */
export function joinReports(
  checked: readonly CheckedRegistry[],
  {
    cwd,
    version,
    errorsOnly,
  }: { readonly cwd: string; readonly version: string; readonly errorsOnly: boolean },
): Report {
  const root = checked.length === 1 ? checked[0]?.location.root : undefined;
  const shown = (from: string, file: string) => {
    const path = relative(cwd, join(from, file));
    return slashed(path.startsWith('..') ? join(from, file) : path);
  };
  // Skills of a registry share the problems of its rules.json.
  const all = new Map<string, Diagnostic>();
  const roots = new Map<string, string>();
  for (const { location, diagnostics } of checked)
    for (const found of diagnostics) {
      const file = root === undefined ? shown(location.root, found.file ?? '') : found.file;
      roots.set(file ?? '', location.root);
      const diagnostic = file === undefined ? found : { ...found, file };
      all.set(JSON.stringify(diagnostic), diagnostic);
    }
  const diagnostics = [...all.values()].filter(({ severity }) => !errorsOnly || severity === 'error');
  const pathOf = (file: string) => (root === undefined ? file : shown(root, file));
  return {
    diagnostics,
    hidden: all.size - diagnostics.length,
    relaxed: joinRelaxed(checked),
    facts: checked.flatMap(({ facts }) => facts),
    version,
    pathOf,
    existingPathOf(file = '') {
      const from = roots.get(file) ?? cwd;
      const own = root === undefined ? slashed(relative(from, resolve(cwd, file))) : file;
      return shown(from, existingFile(from, own)) || '.';
    },
  };
}

function joinRelaxed(checked: readonly CheckedRegistry[]): readonly Relaxed[] {
  const joined = new Map<string, Relaxed>();
  for (const one of checked.flatMap(({ relaxed }) => relaxed)) {
    const name = JSON.stringify([one.code, one.how, one.reason]);
    joined.set(name, { ...one, count: (joined.get(name)?.count ?? 0) + one.count });
  }
  return [...joined.values()];
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
