import type { RegistrySnapshot } from '../../registry/model/registry-snapshot.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { endSentence } from './end-sentence.ts';

/** What is known of a skill beside its files, as far as it has the specification's types. */
export interface DescribedSkill {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  readonly summary?: string;
  readonly version?: string;
  readonly tier?: string;
  /** 0 to 100. */
  readonly trust_score?: number;
  readonly risk_level?: string;
  readonly tags?: readonly string[];
}

/** What a snapshot's list and skill.json say about a skill; the list goes first. */
export function describeSkill({ entries }: RegistrySnapshot, { key, manifest }: Skill): DescribedSkill {
  const [language = '', , name = ''] = key.split('/');
  const stated: Readonly<Record<string, unknown>> = { ...manifest, ...entries.get(key) };
  const { trust_score: trust, tags } = stated;
  const texts = ['summary', 'version', 'tier', 'risk_level'].flatMap((field) => {
    const value = stated[field];
    return typeof value === 'string' && value !== '' ? [[field, value]] : [];
  });
  return {
    key,
    name: typeof stated['name'] === 'string' ? stated['name'] : name,
    language: typeof stated['language'] === 'string' ? stated['language'] : language,
    ...Object.fromEntries(texts),
    ...(isScore(trust) ? { trust_score: trust } : {}),
    ...(Array.isArray(tags) ? { tags: tags.filter((tag): tag is string => typeof tag === 'string') } : {}),
  };
}

function isScore(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100;
}

/** One line: `cpp/gabime/spdlog 1.14.1: fast logging. (trust 97, risk medium)`. */
export function descriptionLine(described: DescribedSkill): string {
  const { key, version, summary, trust_score: trust, risk_level: risk } = described;
  const notes = [
    ...(trust === undefined ? [] : [`trust ${trust}`]),
    ...(risk === undefined ? [] : [`risk ${risk}`]),
  ];
  const about = summary === undefined ? '' : `: ${endSentence(summary)}`;
  return `${key}${version === undefined ? '' : ` ${version}`}${about}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
