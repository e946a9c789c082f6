import type { IndexEntry } from '../../src-server/contract/api/api.ts';
import { writtenFor } from '../../src-server/contract/words/written-for.ts';

/** A skill of the list, as rows show it. */
export interface SkillRow {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  readonly version: string | undefined;
  readonly risk: string | undefined;
  readonly summary: string | undefined;
  readonly tags: readonly string[];
  /** Where it comes from, if there are several registries. */
  readonly registry: string | undefined;
}

const RISKS = ['high', 'medium', 'low'];

/** The riskiest first, then by name. */
export function toSkillRows(entries: readonly IndexEntry[]): readonly SkillRow[] {
  const weight = ({ risk = '' }: SkillRow) => (RISKS.indexOf(risk) + RISKS.length + 1) % (RISKS.length + 1);
  return entries
    .map(toRow)
    .sort((a, b) => weight(a) - weight(b) || compare(a.name, b.name) || compare(a.key, b.key));
}

const compare = new Intl.Collator('en', { sensitivity: 'base' }).compare;

function toRow({
  key,
  name,
  language,
  version,
  risk_level,
  summary,
  tags = [],
  _registry,
}: IndexEntry): SkillRow {
  return {
    ...{ key, name, language, tags },
    version: writtenFor(version),
    risk: readText(risk_level),
    summary: readSummary(summary, name),
    registry: readText(_registry),
  };
}

/** Without repetitions of the name. */
export function readSummary(summary: unknown, name: string): string | undefined {
  const text = readText(summary)?.trim().replace(/\s+/g, ' ');
  return text === undefined || text === '' || text.toLowerCase() === name.toLowerCase() ? undefined : text;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function nameInKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Whose name has all that is typed, a beginning first. */
export function rowsNamed(typed: string, rows: readonly SkillRow[], most: number): readonly SkillRow[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [];
  const at = ({ name }: SkillRow) => name.toLowerCase().indexOf(text);
  return rows
    .filter((row) => at(row) !== -1)
    .sort((a, b) => Math.sign(at(a)) - Math.sign(at(b)) || a.name.length - b.name.length)
    .slice(0, most);
}
