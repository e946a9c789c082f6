import { TIER_RANGES } from '../contract/api/trust-tiers.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from './finding.ts';
import { toPointer } from './json-position.ts';
import { trustScore } from './trust-score.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** A manifest without what nobody may say of a skill of their own. */
export interface WithoutAwards {
  readonly manifest: Manifest;
  /** What was taken out, a `self-awarded` each. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A submitted skill.json without what its author can't say of it: that it was reviewed or voted for, or is the library's
 * own. A trust score that counted on that is lowered to what is left, or to what tier2 begins with; one outside of tier2's
 * range is left for the rules to refuse.
 */
export function withoutAwards(sent: Manifest): WithoutAwards {
  const flags = ['verified', 'official'].filter((field) => sent[field] === true);
  const ratings = ['community_rating', 'votes'].filter((field) => sent[field] !== undefined);
  const sources = sourcesOf(sent);
  const points = ['official_review', 'community_votes'].filter((part) => Number(sources?.[part]) > 0);
  if (flags.length + ratings.length + points.length === 0) return { manifest: sent, diagnostics: [] };
  const rest = without(sent, [...flags, ...ratings]);
  const judged = sources && points.length > 0 ? withoutPoints(rest, sources, points) : rest;
  const { trust_score: before } = sent;
  const { trust_score: now } = judged;
  return {
    manifest: judged,
    diagnostics: [
      ...[...flags, ...ratings].map((field) => takenOut(`"${field}" was taken out.`, field)),
      ...points.map((part) =>
        takenOut(`"trust_score_sources.${part}" was taken out.`, 'trust_score_sources', part),
      ),
      ...(now === before
        ? []
        : [takenOut(`"trust_score" was lowered from ${before} to ${now}.`, 'trust_score')]),
    ],
  };
}

function withoutPoints(manifest: Manifest, sources: Manifest, parts: readonly string[]): Manifest {
  const judged = { ...manifest, trust_score_sources: without(sources, parts) };
  const { trust_score: declared } = manifest;
  const [lowest, highest] = TIER_RANGES['tier2'] ?? [0, 100];
  if (typeof declared !== 'number' || declared < lowest || declared > highest) return judged;
  const left = Math.max(lowest, trustScore(judged) ?? 0);
  return left < declared ? { ...judged, trust_score: left } : judged;
}

function sourcesOf({ trust_score_sources: sources }: Manifest): Manifest | undefined {
  return typeof sources === 'object' && sources !== null && !Array.isArray(sources)
    ? (sources as Manifest)
    : undefined;
}

function without(object: Manifest, names: readonly string[]): Manifest {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function takenOut(message: string, ...path: readonly string[]): Diagnostic {
  return diagnose('self-awarded', message, { file: MANIFEST_FILE, pointer: toPointer(...path) });
}
