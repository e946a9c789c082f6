import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareDiagnostics, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import { type ComparedFacts, compareFacts } from '../validation/compute-facts.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { withPositions } from '../validation/json-position.ts';
import { timelyFindings } from './model/index-age.ts';
import { joinRelative } from './model/relative-path.ts';
import { checkedFiles } from './model/skill-folder.ts';
import { type RegistryReading, readRegistry } from './read-registry.ts';
import type { RegistryLocation } from './registry-patch.ts';
import { checkSkillTexts } from './worker/check-skills.ts';

export interface ValidateOptions {
  readonly now: Date;
  /** Reports an old index.json; default true. */
  readonly agesIndex?: boolean;
  /** Checks no further skills after this time. */
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
  const countTokens = await loadTokenCounter();
  const updatedAt = contents.indexFile.index?.updatedAt;
  const found: Diagnostic[] = [...(agesIndex ? timelyFindings(updatedAt, now) : [])];
  found.push(...general.loader, ...general.rules);
  const startedAt = performance.now();
  let checked = 0;
  for (const skill of skills.values()) {
    const { loader, rules } = skill.findings;
    found.push(...loader, ...rules);
    if (performance.now() - startedAt > longestMs) continue;
    const context = { layout: location.layout, now };
    const { checks } = checkSkillTexts({ key: skill.key, source: skill }, skill.texts, context, countTokens);
    found.push(...checks);
    checked += 1;
    if (checked % SKILLS_PER_TURN !== 0) continue;
    await nextTurn();
  }
  const facts = Array.from(skills.values(), (skill) =>
    compareFacts({ key: skill.key, manifest: skill.manifest, files: checkedFiles(skill) }),
  );
  const located = withPositions(found, (file) => textOf(reading, file));
  return { reading, facts, checked, diagnostics: located.sort(compareDiagnostics) };
}

/** Of a file with a place that a diagnostic names. */
function textOf({ contents }: RegistryReading, file: string): string | undefined {
  if (file === 'index.json') return contents.indexFile.text;
  for (const { folder, manifestText } of contents.folders.values())
    if (file === joinRelative(folder, MANIFEST_FILE)) return manifestText;
  return undefined;
}
