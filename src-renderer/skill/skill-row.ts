import type { IndexEntry } from '../../src-server/contract/api/api.ts';
import type { TrustMakeup } from '../../src-server/contract/api/trust-makeup.ts';
import { placeInKey } from './key-parts.ts';
import type { Trust } from './trust-words.ts';

/** Missing and malformed values are undefined. */
export interface SkillRow {
  readonly key: string;
  readonly name: string;
  readonly place: string;
  readonly language: string;
  readonly tier: string | undefined;
  readonly group: string | undefined;
  readonly type: string | undefined;
  readonly risk: string | undefined;
  readonly version: string | undefined;
  readonly summary: string | undefined;
  readonly tags: readonly string[];
  readonly trust: Trust | undefined;
  /** 0 to 100. */
  readonly completeness: number | undefined;
  /** ISO 8601. */
  readonly updatedAt: string | undefined;
  readonly sourceUrl: string | undefined;
  readonly verified: boolean;
  readonly official: boolean;
  /** Answering registry; only with several layers. */
  readonly registry: string | undefined;
  /** Registries below with the same key, upper first. */
  readonly shadows: readonly string[];
}

export function toSkillRow(entry: IndexEntry): SkillRow {
  const { key, name, language, tier, group, version, tags = [] } = entry;
  return {
    key,
    name,
    place: placeInKey(key),
    language,
    tier,
    group,
    version,
    tags,
    risk: entry.risk_level,
    type: readText(entry['skill_type']),
    summary: readSummary(entry.summary, name),
    trust: readTrust(entry.trust_score, entry._trust),
    completeness: readNumber(entry['completeness']),
    updatedAt: readText(entry['updated_at']),
    sourceUrl: readWebAddress(entry.repo_source_url),
    verified: entry['verified'] === true,
    official: entry['official'] === true,
    registry: readText(entry._registry),
    shadows: readTexts(entry._shadows),
  };
}

export function readTrust(score: number | undefined, makeup: TrustMakeup | undefined): Trust | undefined {
  return score === undefined || makeup === undefined ? undefined : { score, makeup };
}

/** Drops repetitions of the name. */
export function readSummary(summary: unknown, name: string): string | undefined {
  const text = readText(summary)?.trim().replace(/\s+/g, ' ');
  return text === undefined || text === '' || text.toLowerCase() === name.toLowerCase() ? undefined : text;
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Undefined unless `http://` or `https://`. */
export function readWebAddress(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && /^https?:\/\//i.test(text) ? text : undefined;
}
