import type { SkillKey } from '../contract/api/api.ts';
import { compareDiagnostics, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { type ComparedFacts, compareFacts } from '../validation/compute-facts.ts';
import { withPositions } from '../validation/locate-diagnostics.ts';
import type { SkillChecker } from '../validation/skill-checker.ts';
import { checkWholeSkill } from './check-whole-skill.ts';
import { readHere, readRegistry } from './disk/load-registry.ts';
import { modelOf, withFindings } from './model/registry-model.ts';
import { allFindings, type RegistryLocation, type RegistrySnapshot } from './model/registry-snapshot.ts';
import type { SkillFindings } from './model/skill.ts';
import { timelyFindings } from './problems.ts';
import { readSkillTexts } from './read-skill-texts.ts';
import { readRegistryText, skillFacts } from './rule-facts.ts';

export interface ValidateOptions {
  readonly now: Date;
  readonly checker: Pick<SkillChecker, 'check'>;
  /** Reports an old index.json; default true. */
  readonly agesIndex?: boolean;
  /** Skills checked concurrently; default 1. */
  readonly atOnce?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ValidationResult {
  readonly snapshot: RegistrySnapshot;
  readonly facts: readonly ComparedFacts[];
  readonly diagnostics: readonly Diagnostic[];
}

const SKILLS_PER_TURN = 20;

export async function validateRegistry(
  location: RegistryLocation,
  options: ValidateOptions,
): Promise<ValidationResult> {
  const startedAt = performance.now();
  const contents = readRegistry(location);
  const loadMs = performance.now() - startedAt;
  const model = modelOf(contents, options.now, loadMs);
  const facts = Array.from(model.skills.values(), skillFacts);
  const snapshot = withFindings(model, await checkSkills(model, options));
  const general = (options.agesIndex ?? true) ? timelyFindings(snapshot, options.now) : [];
  const diagnostics = [...general, ...allFindings(snapshot)];
  const located = withPositions(diagnostics, (file) => readRegistryText(location.root, file));
  return { snapshot, facts: facts.map(compareFacts), diagnostics: located.sort(compareDiagnostics) };
}

async function checkSkills(
  snapshot: RegistrySnapshot,
  options: ValidateOptions,
): Promise<ReadonlyMap<SkillKey, SkillFindings>> {
  const { atOnce = 1, onProgress, now, checker } = options;
  const found = new Map<SkillKey, SkillFindings>();
  const underWay = new Set<Promise<void>>();
  const total = snapshot.skills.size;
  const context = { layout: snapshot.location.layout, now };
  for (const skill of snapshot.skills.values()) {
    const check = readSkillTexts(skill, readHere)
      .then((read) => checkWholeSkill(read, checker, context))
      .then((checks) => {
        underWay.delete(check);
        found.set(skill.key, { checks, isChecked: true });
        if (found.size % SKILLS_PER_TURN === 0) onProgress?.(found.size, total);
      });
    underWay.add(check);
    // Prevents an unhandled rejection before `Promise.all` reports the error.
    check.catch(() => {});
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (found.size % SKILLS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(underWay);
  return found;
}
