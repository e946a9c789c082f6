import { statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isSampleRegistry } from '../../built-files.ts';
import { compareDiagnostics, type Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import {
  type ValidateOptions,
  type ValidationResult,
  validateRegistry,
} from '../../registry/validate-registry.ts';
import { readRegistryText, readRules } from '../../registry/worker/scan-registry.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { withPositions } from '../../validation/locate-diagnostics.ts';
import { RULES_FILE, relax, SPECIFICATION } from '../../validation/registry-rules.ts';
import type { Report } from '../../validation/reporters/report.ts';
import type { ValidateTarget } from './validate-targets.ts';

export interface CheckedTarget extends Pick<ValidationResult, 'facts' | 'diagnostics'> {
  readonly location: RegistryLocation;
  /** No skills and drafts. */
  readonly isEmpty: boolean;
  readonly relaxed: readonly Relaxed[];
}

/** @param isStrict ignores rules.json */
export async function checkTarget(
  { location, rulesRoot, only }: ValidateTarget,
  isStrict: boolean,
  options: ValidateOptions,
): Promise<CheckedTarget> {
  const agesIndex = !isSampleRegistry(location.root);
  const { reading, facts, diagnostics } = await validateRegistry(location, { ...options, agesIndex });
  const read = isStrict ? { rules: SPECIFICATION, diagnostics: [] } : readRules(rulesRoot);
  const wanted = only === undefined ? diagnostics : diagnostics.filter(({ file = '' }) => only.has(file));
  const ownProblems = rulesProblems(read.diagnostics, rulesRoot, location);
  const left = relax([...ownProblems, ...wanted], read.rules);
  // Sorts relaxed notes among the others, like the service.
  const isEmpty = facts.length === 0 && reading.drafts.length === 0;
  return { location, isEmpty, facts, ...left, diagnostics: left.diagnostics.toSorted(compareDiagnostics) };
}

/** Relative to the location, perhaps a skill below. */
function rulesProblems(
  found: readonly Diagnostic[],
  rulesRoot: string,
  { root }: RegistryLocation,
): readonly Diagnostic[] {
  const file = slashed(relative(root, join(rulesRoot, RULES_FILE)));
  return withPositions(found, () => readRegistryText(rulesRoot, RULES_FILE)).map((problem) => ({
    ...problem,
    file,
  }));
}

export interface JoinOptions {
  readonly cwd: string;
  readonly version: string;
  readonly errorsOnly: boolean;
}

/** Paths are relative to a single target, else to `cwd`. */
export function joinReports(
  checked: readonly CheckedTarget[],
  { cwd, version, errorsOnly }: JoinOptions,
): Report {
  const places = new Map<string, FilePlace>();
  const isOne = checked.length === 1;
  const all = checked.flatMap(({ location: { root }, diagnostics }) =>
    diagnostics.map((diagnostic) => {
      const { file } = diagnostic;
      const name = isOne ? (file ?? '') : shownPath(cwd, root, file ?? '');
      places.set(name, { root, file: file ?? '' });
      return isOne ? diagnostic : { ...diagnostic, file: name };
    }),
  );
  const diagnostics = distinct(all);
  const shown = errorsOnly ? diagnostics.filter(({ severity }) => severity === 'error') : diagnostics;
  const placeOf = (file: string): FilePlace => places.get(file) ?? { root: cwd, file };
  const pathOf = (file: string): string => {
    const place = placeOf(file);
    return shownPath(cwd, place.root, place.file);
  };
  return {
    diagnostics: shown,
    hidden: diagnostics.length - shown.length,
    relaxed: joinRelaxed(checked),
    facts: checked.flatMap(({ facts }) => facts),
    version,
    pathOf,
    existingPathOf(file = '') {
      const place = placeOf(file);
      return shownPath(cwd, place.root, existingFile(place)) || '.';
    },
    readLines: lineReader(placeOf),
  };
}

/** `file` is relative to absolute `root`. */
interface FilePlace {
  readonly root: string;
  readonly file: string;
}

/** Skills of a registry share rules.json. */
function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const shared = new Set<string>();
  return diagnostics.filter(({ code, file, message }) => {
    if (code !== 'rules-json-invalid') return true;
    const name = JSON.stringify([file, message]);
    return !shared.has(name) && shared.add(name);
  });
}

function joinRelaxed(checked: readonly CheckedTarget[]): readonly Relaxed[] {
  const joined = new Map<string, Relaxed>();
  for (const one of checked.flatMap(({ relaxed }) => relaxed)) {
    const name = JSON.stringify([one.code, one.how, one.reason]);
    joined.set(name, { ...one, count: (joined.get(name)?.count ?? 0) + one.count });
  }
  return [...joined.values()];
}

/** Relative to the working directory; absolute outside. */
function shownPath(cwd: string, root: string, file: string): string {
  const path = relative(cwd, join(root, file));
  return slashed(path.startsWith('..') ? join(root, file) : path);
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** The file, or nearest skill.json or index.json, or ''. */
function existingFile({ root, file }: FilePlace): string {
  if (isFile(join(root, file))) return file;
  for (let folder = file; folder !== '' && folder !== '.'; folder = posix.dirname(folder)) {
    const manifest = `${folder}/${MANIFEST_FILE}`;
    if (isFile(join(root, manifest))) return manifest;
  }
  return [MANIFEST_FILE, 'index.json'].find((name) => isFile(join(root, name))) ?? '';
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Caches the last file (problems come by file) and index.json, used by every skill. */
function lineReader(placeOf: (file: string) => FilePlace): Report['readLines'] {
  const read = ({ root, file }: FilePlace) => readRegistryText(root, file)?.split(/\r\n|\n|\r/);
  const indexes = new Map<string, readonly string[] | undefined>();
  let before: { readonly file: string; readonly lines: readonly string[] | undefined } | undefined;
  return (file) => {
    const place = placeOf(file);
    if (place.file === 'index.json') {
      if (!indexes.has(place.root)) indexes.set(place.root, read(place));
      return indexes.get(place.root);
    }
    if (before?.file !== file) before = { file, lines: read(place) };
    return before.lines;
  };
}
