/** Skills as rows of a list. */
import type { IndexEntry } from '../../src-server/contract/api.ts';
import { type SkillLine, skillLine } from '../../src-server/contract/api.ts';
import { isBlank } from '../../src-server/contract/outside-text.ts';
import { writtenFor } from '../../src-server/contract/skill-format.ts';

/** A skill of the list, as rows show it, with a version, risk or registry that is no text left out. */
export interface SkillRow {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  readonly version: string | undefined;
  readonly risk: string | undefined;
  /** Why agents don't get it, as a part of a sentence; undefined if they do. */
  readonly withheld: string | undefined;
  /** What stands under the name. */
  readonly line: SkillLine;
  readonly tags: readonly string[];
  /** The registry that it comes from, if there are several. */
  readonly registry: string | undefined;
}

const RISKS = ['high', 'medium', 'low'];

/** Returns the rows, the riskiest first, then by name. */
export function toSkillRows(entries: readonly IndexEntry[]): readonly SkillRow[] {
  return entries
    .map(toRow)
    .sort((a, b) => riskPlace(a) - riskPlace(b) || compare(a.name, b.name) || compare(a.key, b.key));
}

/** Returns the place of a row's risk, the highest first; other and unknown risks come last. */
function riskPlace({ risk = '' }: SkillRow): number {
  const place = RISKS.indexOf(risk);
  return place < 0 ? RISKS.length : place;
}

const compare = new Intl.Collator('en', { sensitivity: 'base' }).compare;

function toRow(entry: IndexEntry): SkillRow {
  const { key, name, language, version, risk_level, tags = [], _registry } = entry;
  return {
    key,
    name,
    language,
    tags,
    version: writtenFor(version),
    risk: readText(risk_level),
    withheld: entry._withheld,
    line: skillLine(entry),
    registry: readText(_registry),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

/** Returns the name in a key: `tokio` in `rust/tokio-rs/tokio`. */
export function nameInKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
