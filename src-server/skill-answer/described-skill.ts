import { printable } from '../contract/words/printable.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { factSentences, type ServedFields, servedFields } from '../registry/model/served-fields.ts';
import type { Skill } from '../registry/model/skill.ts';
import { shorten } from '../validation/shorten.ts';
import { endSentence } from './end-sentence.ts';

export interface DescribedSkill {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  readonly summary?: string;
  readonly version?: string;
  /** 0 to 100. */
  readonly trust_score?: number;
  readonly risk_level?: string;
  readonly tags: readonly string[];
  /** Further facts, a sentence each. */
  readonly facts: readonly string[];
}

/**
 * Uses the list's summary if skill.json has none.
 *
 * @param withoutClaims omits the author's claims of trust
 */
export function describeSkill(
  { entries }: RegistrySnapshot,
  skill: Skill,
  { withoutClaims }: { readonly withoutClaims: boolean },
): DescribedSkill {
  const entry = entries.get(skill.key);
  const fields = withoutClaims ? unclaimed(servedFields(skill, entry)) : servedFields(skill, entry);
  const summary = fields.summary || entry?.summary;
  const { name, language, version, risk_level, trust_score, tags } = fields;
  const texts = Object.entries({ summary, version, risk_level }).filter(([, text]) => Boolean(text));
  return {
    key: skill.key,
    name,
    language,
    ...Object.fromEntries(texts),
    ...(trust_score === undefined ? {} : { trust_score }),
    tags,
    facts: factSentences(fields),
  };
}

function unclaimed({ trust_score: _, verified: __, official: ___, ...fields }: ServedFields): ServedFields {
  return fields;
}

/**
 * `cpp/gabime/spdlog 1.14.1: fast logging. (its author says trust 97, risk medium)`. A long summary is cut,
 * to leave room for the pitfalls.
 */
export function descriptionLine(described: DescribedSkill): string {
  const { key, version, summary, trust_score: trust, risk_level: risk } = described;
  const notes = [
    ...(trust === undefined ? [] : [`its author says trust ${trust}`]),
    ...(risk === undefined ? [] : [`risk ${printable(risk)}`]),
  ];
  const about = summary === undefined ? '' : `: ${printable(endSentence(shorten(summary)))}`;
  return `${printable(key)}${version === undefined ? '' : ` ${printable(version)}`}${about}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
