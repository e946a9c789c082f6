import { TIER_RANGES } from '../contract/api/trust-tiers.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from './finding.ts';
import { toPointer } from './json-position.ts';
import { trustScore } from './trust-score.ts';

type Manifest = Readonly<Record<string, unknown>>;

const AWARDED_POINTS = ['official_review', 'community_votes'];

/**
 * Removes review, votes and `repo_skill`, which only others can award. The trust score becomes the sum of the
 * other sources, at least tier2's lowest. Scores outside of tier2 stay, for refusal by the rules.
 */
export function removeSelfAwards(sent: Manifest): {
  readonly manifest: Manifest;
  readonly diagnostics: readonly Diagnostic[];
} {
  const flags = ['verified', 'official'].filter((field) => sent[field] === true);
  const ratings = ['community_rating', 'votes'].filter((field) => sent[field] !== undefined);
  const sources = sourcesOf(sent);
  const points = AWARDED_POINTS.filter((part) => Number(sources?.[part]) > 0);
  const removed = [...flags, ...ratings];
  const manifest = {
    ...without(sent, removed),
    ...(sent['repo_skill'] === true && { repo_skill: false }),
    ...(sources && points.length > 0 && { trust_score_sources: without(sources, points) }),
  };
  const score = computedScore(manifest);
  const declared = sent['trust_score'];
  return {
    manifest: score === undefined ? manifest : { ...manifest, trust_score: score },
    diagnostics: [
      ...removed.map((field) => award(`"${field}" was taken out.`, field)),
      ...(sent['repo_skill'] === true ? [award('"repo_skill" was set to false.', 'repo_skill')] : []),
      ...points.map((part) =>
        award(`"trust_score_sources.${part}" was taken out.`, 'trust_score_sources', part),
      ),
      ...(score === undefined || score === declared
        ? []
        : [award(`"trust_score" was set from ${declared} to ${score}.`, 'trust_score')]),
    ],
  };
}

function computedScore(manifest: Manifest): number | undefined {
  const declared = manifest['trust_score'];
  const [lowest, highest] = TIER_RANGES['tier2'] ?? [0, 100];
  const isRefused = !Number.isInteger(declared) || Number(declared) < lowest || Number(declared) > highest;
  return isRefused ? undefined : Math.max(lowest, trustScore(manifest) ?? 0);
}

function sourcesOf({ trust_score_sources: sources }: Manifest): Manifest | undefined {
  return typeof sources === 'object' && sources !== null && !Array.isArray(sources)
    ? (sources as Manifest)
    : undefined;
}

function without(object: Manifest, names: readonly string[]): Manifest {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function award(message: string, ...path: readonly string[]): Diagnostic {
  return diagnose('self-awarded', message, { file: MANIFEST_FILE, pointer: toPointer(...path) });
}
