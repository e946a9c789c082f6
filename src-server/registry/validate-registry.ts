import { compareDiagnostics, type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { checkIndexEntries, checkRelations } from '../validation/check-registry.ts';
import { type ComparedFacts, compareFacts } from '../validation/compute-facts.ts';
import { withPositions } from '../validation/locate-diagnostics.ts';
import { CheckUnfinishedError, type SkillChecker } from '../validation/skill-checker.ts';
import { readRegistry } from './disk/load-registry.ts';
import { snapshotOf } from './model/apply-delta.ts';
import { loaderFindings, type RegistryLocation, type RegistrySnapshot } from './model/registry-snapshot.ts';
import type { Skill } from './model/skill.ts';
import { readSkillTexts } from './read-skill-texts.ts';
import { allSkillFacts, indexEntryFacts, readRegistryText, skillFacts } from './rule-facts.ts';

export interface ValidateOptions {
  readonly now: Date;
  readonly checker: SkillChecker;
  /** Skills that are read and checked at the same time; default 1. */
  readonly atOnce?: number;
  /** Called now and then with how many skills are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ValidationResult {
  readonly snapshot: RegistrySnapshot;
  /** Of every skill that is served. */
  readonly facts: readonly ComparedFacts[];
  /** Of the loader and of every rule, in the usual order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Whoever shows progress, or stops us, gets a turn this often. */
const SKILLS_PER_TURN = 20;

/** Reads a registry and checks it by every rule. */
export async function validateRegistry(
  location: RegistryLocation,
  options: ValidateOptions,
): Promise<ValidationResult> {
  const startedAt = performance.now();
  const contents = readRegistry(location);
  const loadMs = performance.now() - startedAt;
  const snapshot = snapshotOf(contents, options.now, loadMs);
  const facts = Array.from(snapshot.skills.values(), skillFacts);
  const diagnostics = [
    ...loaderFindings(snapshot),
    ...(await checkSkills(snapshot, options)),
    ...checkRelations(location.layout, facts),
    ...checkIndexEntries(indexEntryFacts(snapshot)),
  ];
  const located = withPositions(diagnostics, (file) => readRegistryText(location.root, file));
  return { snapshot, facts: facts.map(compareFacts), diagnostics: located.sort(compareDiagnostics) };
}

/** One skill after the other is read, and checked beside the next ones. */
async function checkSkills(snapshot: RegistrySnapshot, options: ValidateOptions): Promise<Diagnostic[]> {
  const { atOnce = 1, onProgress } = options;
  const found: Array<readonly Diagnostic[]> = [];
  const underWay = new Set<Promise<void>>();
  const total = snapshot.skills.size;
  for (const skill of snapshot.skills.values()) {
    const check = checkOne(skill, snapshot.location, options).then((diagnostics) => {
      underWay.delete(check);
      found.push(diagnostics);
      if (found.length % SKILLS_PER_TURN === 0) onProgress?.(found.length, total);
    });
    underWay.add(check);
    // Who awaits them all is told; it may be a turn later.
    check.catch(() => {});
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (found.length % SKILLS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(underWay);
  return found.flat();
}

async function checkOne(
  skill: Skill,
  { layout }: RegistryLocation,
  { now, checker }: ValidateOptions,
): Promise<readonly Diagnostic[]> {
  const { skill: toCheck, diagnostics } = readSkillTexts(allSkillFacts(skill));
  try {
    return [...diagnostics, ...(await checker.check(toCheck, { layout, now }))];
  } catch (error) {
    if (!(error instanceof CheckUnfinishedError)) throw error;
    const place = { skillKey: skill.key, ...(skill.folder !== '' && { file: skill.folder }) };
    return [...diagnostics, diagnose('check-unfinished', error.message, place)];
  }
}
