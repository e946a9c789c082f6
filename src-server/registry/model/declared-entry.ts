import type { SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { pointerTo, type RegistryIndexFile } from './registry-index-file.ts';
import { parseSkillKey } from './skill-key.ts';

export type DeclaredEntry = RegistryIndexFile['entries'][number];

export function reportOrphan(entry: DeclaredEntry): Diagnostic {
  const message = `${entry.key} has no skill folder that is served.`;
  return diagnose('index-entry-orphan', message, { file: 'index.json', pointer: pointerTo(entry) });
}

export function reportMoreOrphans(unreported: number): Diagnostic {
  const message = `${countWords(unreported, 'more entry has', 'more entries have')} no skill folder that is served.`;
  return diagnose('index-entry-orphan', message, { file: 'index.json', pointer: '/skills' });
}

/** For other forms of the key, such as a folder name. */
export function reportKey(
  { key, position }: DeclaredEntry,
  target: SkillKey | undefined,
): readonly Diagnostic[] {
  if (parseSkillKey(key) !== undefined) return [];
  const meant = target === undefined ? '' : `; the skill’s key is ${target}`;
  const place = { ...(target === undefined ? {} : { skillKey: target }), file: 'index.json' };
  const message = `${key} is not language/author/name${meant}.`;
  return [diagnose('index-key-invalid', message, { ...place, pointer: `${pointerTo({ position })}/key` })];
}

export function reportSecond(entry: DeclaredEntry, skillKey: SkillKey): Diagnostic {
  const message = `${entry.key} names the skill ${skillKey}, which another entry names already.`;
  const place = { skillKey, file: 'index.json', pointer: pointerTo(entry) };
  return diagnose('index-entry-duplicate', message, place);
}

export function reportMoreSeconds(unreported: number, skillKey: SkillKey): Diagnostic {
  const message = `${countWords(unreported, 'more entry names', 'more entries name')} the skill ${skillKey}, too.`;
  return diagnose('index-entry-duplicate', message, { skillKey, file: 'index.json', pointer: '/skills' });
}

export function reportMissing(skillKey: SkillKey): Diagnostic {
  const message = `${skillKey} is not in index.json.`;
  return diagnose('index-entry-missing', message, { skillKey, file: 'index.json' });
}
