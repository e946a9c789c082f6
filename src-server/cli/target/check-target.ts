import { statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isSampleRegistry } from '../../built-files.ts';
import { compareDiagnostics, type Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import { readRulesHere } from '../../registry/disk/read-rules.ts';
import type { RegistryLocation } from '../../registry/model/registry-snapshot.ts';
import { readRegistryText } from '../../registry/rule-facts.ts';
import {
  type ValidateOptions,
  type ValidationResult,
  validateRegistry,
} from '../../registry/validate-registry.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { withPositions } from '../../validation/locate-diagnostics.ts';
import { RULES_FILE, relax, SPECIFICATION } from '../../validation/registry-rules.ts';
import type { Report } from '../../validation/reporters/report.ts';
import type { ValidateTarget } from './validate-targets.ts';

/** What the rules say of a target, and what of it the registry's own rules relaxed. */
export interface CheckedTarget extends Pick<ValidationResult, 'facts' | 'diagnostics'> {
  readonly location: RegistryLocation;
  /** Whether no skill was found, and no draft: there was nothing to check. */
  readonly isEmpty: boolean;
  readonly relaxed: readonly Relaxed[];
}

/** @param isStrict whether the registry's own rules count for nothing */
export async function checkTarget(
  { location, rulesRoot, only }: ValidateTarget,
  isStrict: boolean,
  options: ValidateOptions,
): Promise<CheckedTarget> {
  const agesIndex = !isSampleRegistry(location.root);
  const { snapshot, facts, diagnostics } = await validateRegistry(location, { ...options, agesIndex });
  const read = isStrict ? { rules: SPECIFICATION, diagnostics: [] } : readRulesHere(rulesRoot);
  const wanted = only === undefined ? diagnostics : diagnostics.filter(({ file = '' }) => only.has(file));
  const ownProblems = rulesProblems(read.diagnostics, rulesRoot, location);
  const left = relax([...ownProblems, ...wanted], read.rules);
  // What was relaxed to a note stands among the notes, as the service lists it.
  const isEmpty = facts.length === 0 && snapshot.drafts.size === 0;
  return { location, isEmpty, facts, ...left, diagnostics: left.diagnostics.toSorted(compareDiagnostics) };
}

/** Problems of rules.json itself, with lines, and relative to the location, which may be a skill somewhere below. */
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
  /** Of this program. */
  readonly version: string;
  readonly errorsOnly: boolean;
}

/** One report about everything that was checked. Of one target its files are told relative to it, of several to `cwd`. */
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

/** A file of a registry: relative to its root, which is absolute. */
interface FilePlace {
  readonly root: string;
  readonly file: string;
}

/** Skills that are checked one by one share a rules.json. */
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

/** As the user would type it from where they are; absolute outside of there. */
function shownPath(cwd: string, root: string, file: string): string {
  const path = relative(cwd, join(root, file));
  return slashed(path.startsWith('..') ? join(root, file) : path);
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** The file itself, else the skill.json or index.json that is about it; the root where there is neither. */
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

/**
 * Reads files for the lines that are shown. What is asked for again is kept: the file before, as the problems of one stand
 * together, and index.json, which every skill may come back to.
 */
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
