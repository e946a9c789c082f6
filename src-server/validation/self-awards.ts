import { TIER_RANGES } from '../contract/api/trust-tiers.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from './finding.ts';
import { toPointer } from './json-position.ts';
import { trustScore } from './trust-score.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** Points that only others can give to a skill. */
const AWARDED_POINTS = ['official_review', 'community_votes'];

/** A manifest without its author's own awards. */
export interface WithoutAwards {
  readonly manifest: Manifest;
  /** A `self-awarded` for each change. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes from a submitted skill.json what its author can't say of it: a review, votes, and that it comes from the
 * library's own repository. The trust score of tier2 becomes the sum of the sources that are left, or tier2's lowest
 * score; a score outside of tier2's range is left for the rules to refuse.
 */
export function withoutAwards(sent: Manifest): WithoutAwards {
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

/** The score that a tier2 skill is stored with; undefined where its declared score is refused. */
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
