import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareDiagnostics, type Diagnostic } from '../contract/diagnostic.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import { type ComparedFacts, compareFacts } from '../validation/files.ts';
import type { RegistryLocation } from './messages.ts';
import { timelyFindings } from './problems.ts';
import { type RegistryReading, readRegistry } from './read-registry.ts';
import { checkedFiles } from './skill-folder.ts';
import { checkAndCount } from './worker/check-and-count.ts';

export interface ValidateOptions {
  readonly now: Date;
  readonly agesIndex?: boolean;
  readonly longestMs?: number;
}

export interface ValidationResult {
  readonly reading: RegistryReading;
  readonly facts: readonly ComparedFacts[];
  readonly checked: number;
  readonly diagnostics: readonly Diagnostic[];
}

const SKILLS_PER_TURN = 20;

export async function validateRegistry(
  location: RegistryLocation,
  { now, agesIndex = true, longestMs = Number.POSITIVE_INFINITY }: ValidateOptions,
): Promise<ValidationResult> {
  const reading = readRegistry(location, now);
  const { skills, general, contents } = reading;
  const countTokens = loadTokenCounter();
  const updatedAt = contents.indexFile.index?.updatedAt;
  const found: Diagnostic[] = [...(agesIndex ? timelyFindings(updatedAt, now) : [])];
  for (const one of general) found.push(one);
  const startedAt = performance.now();
  let checked = 0;
  for (const skill of skills.values()) {
    for (const one of skill.findings.reading) found.push(one);
    if (performance.now() - startedAt > longestMs) continue;
    const context = { layout: location.layout, now, countTokens };
    for (const one of checkAndCount(skill, skill.texts, context).checks) found.push(one);
    checked += 1;
    if (checked % SKILLS_PER_TURN !== 0) continue;
    await nextTurn();
  }
  const facts = Array.from(skills.values(), (skill) =>
    compareFacts({ key: skill.key, manifest: skill.manifest, files: checkedFiles(skill) }),
  );
  return { reading, facts, checked, diagnostics: found.sort(compareDiagnostics) };
}
