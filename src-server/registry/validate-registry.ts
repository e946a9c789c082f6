import { join } from 'node:path';
import { compareDiagnostics, type Diagnostic } from '../contract/diagnostic.ts';
import { checkIndexEntries, checkRelations } from '../validation/check-registry.ts';
import { checkSkill } from '../validation/check-skill.ts';
import { type ComparedFacts, compareFacts } from '../validation/compute-facts.ts';
import { withPositions } from '../validation/locate-diagnostics.ts';
import { readRegistry } from './disk/load-registry.ts';
import { snapshotOf } from './model/apply-delta.ts';
import { loaderFindings, type RegistryLocation, type RegistrySnapshot } from './model/registry-snapshot.ts';
import { allSkillFacts, indexEntryFacts, readIfThere, skillFacts } from './rule-facts.ts';

export interface ValidateOptions {
  readonly now: Date;
  readonly countTokens: (text: string) => number;
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
  { now, countTokens, onProgress }: ValidateOptions,
): Promise<ValidationResult> {
  const startedAt = performance.now();
  const contents = readRegistry(location);
  const loadMs = performance.now() - startedAt;
  const snapshot = snapshotOf(contents, now, loadMs);
  const diagnostics: Diagnostic[] = [...loaderFindings(snapshot)];
  const context = { layout: location.layout, now, countTokens };
  let done = 0;
  for (const skill of snapshot.skills.values()) {
    diagnostics.push(...checkSkill(allSkillFacts(skill), context));
    done += 1;
    if (done % SKILLS_PER_TURN !== 0) continue;
    onProgress?.(done, snapshot.skills.size);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const facts = Array.from(snapshot.skills.values(), skillFacts);
  diagnostics.push(...checkRelations(location.layout, facts));
  diagnostics.push(...checkIndexEntries(indexEntryFacts(snapshot)));
  const located = withPositions(diagnostics, (file) => readIfThere(join(location.root, file)));
  return { snapshot, facts: facts.map(compareFacts), diagnostics: located.sort(compareDiagnostics) };
}
