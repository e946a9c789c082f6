import { printable } from '../contract/words/printable.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { factSentences, type ServedFields, servedFields } from '../registry/model/served-fields.ts';
import type { Skill } from '../registry/model/skill.ts';
import { truncate } from '../validation/truncate.ts';
import { endSentence } from './end-sentence.ts';

export interface DescribedSkill {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  readonly summary?: string;
  readonly version?: string;
  readonly tier?: string;
  readonly trust_score?: number;
  readonly risk_level?: string;
  readonly tags: readonly string[];
  readonly facts: readonly string[];
}

/**
 * Default summary: the list's.
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
  const { name, language, version, tier, risk_level, trust_score, tags } = fields;
  const texts = Object.entries({ summary, version, tier, risk_level }).filter(([, text]) => Boolean(text));
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

function unclaimed({
  trust_score: _,
  tier: __,
  verified: ___,
  official: ____,
  ...fields
}: ServedFields): ServedFields {
  return fields;
}

/**
 * `cpp/gabime/spdlog, from the registry team-skills. Its author says: version 1.14.1, tier2, trust 60, risk
 * medium. Fast logging.` All claims follow "says". Cuts long summaries, for the pitfalls.
 */
export function descriptionLine(described: DescribedSkill, registry: string): string {
  const { key, version, summary, tier, trust_score: trust, risk_level: risk } = described;
  const facts = [
    ...(version === undefined ? [] : [`version ${printable(version)}`]),
    ...(tier === undefined ? [] : [printable(truncate(tier))]),
    ...(trust === undefined ? [] : [`trust ${trust}`]),
    ...(risk === undefined ? [] : [`risk ${printable(risk)}`]),
  ].join(', ');
  const about = summary === undefined ? '' : printable(endSentence(truncate(summary)));
  const said = [facts === '' ? '' : `${facts}.`, about].filter((text) => text !== '').join(' ');
  return `${printable(key)}, from the registry ${registry}.${said === '' ? '' : ` Its author says: ${said}`}`;
}
