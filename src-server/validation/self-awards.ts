import { isJsonObject, type JsonObject } from '../contract/api/json-object.ts';
import { TIER_RANGES } from '../contract/api/trust-tiers.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from './finding.ts';
import { toPointer } from './json-position.ts';
import { trustScore } from './trust-score.ts';

/**
 * Removes review, votes and `repo_skill`, which only others can award. The trust score becomes the sum of the
 * other sources, at least tier2's lowest. Scores outside of tier2 stay, for refusal by the rules.
 */
export function removeSelfAwards(sent: JsonObject): {
  readonly manifest: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
} {
  const manifest = { ...sent };
  const diagnostics: Diagnostic[] = [];
  const note = (message: string, ...path: readonly string[]) =>
    diagnostics.push(diagnose('self-awarded', message, { file: MANIFEST_FILE, pointer: toPointer(...path) }));
  for (const field of ['verified', 'official', 'community_rating', 'votes']) {
    const isFlag = field === 'verified' || field === 'official';
    if (isFlag ? sent[field] !== true : sent[field] === undefined) continue;
    delete manifest[field];
    note(`"${field}" was taken out.`, field);
  }
  if (sent['repo_skill'] === true) {
    manifest['repo_skill'] = false;
    note('"repo_skill" was set to false.', 'repo_skill');
  }
  const { trust_score_sources: sources, trust_score: declared } = sent;
  for (const part of ['official_review', 'community_votes']) {
    if (!isJsonObject(sources) || !(Number(sources[part]) > 0)) continue;
    const { [part]: _, ...others } = manifest['trust_score_sources'] as JsonObject;
    manifest['trust_score_sources'] = others;
    note(`"trust_score_sources.${part}" was taken out.`, 'trust_score_sources', part);
  }
  const [lowest, highest] = TIER_RANGES['tier2'] ?? [0, 100];
  if (!Number.isInteger(declared) || Number(declared) < lowest || Number(declared) > highest)
    return { manifest, diagnostics };
  const score = Math.max(lowest, trustScore(manifest) ?? 0);
  manifest['trust_score'] = score;
  if (score !== declared) note(`"trust_score" was set from ${declared} to ${score}.`, 'trust_score');
  return { manifest, diagnostics };
}
