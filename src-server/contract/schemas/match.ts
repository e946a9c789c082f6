/** Answer of `POST /v1/match`. */
import { Type } from '@sinclair/typebox';
import { count, oneOf, textOrNull, texts } from '../schema-types.ts';

export const matchLevel = oneOf(['exact', 'repository', 'guess'], {
  description:
    "exact: the skill's extensions name the package. repository: both name the same one. guess: same language and name; counts for nothing.",
});

export const drift = oneOf(['none', 'minor', 'major', 'unknown'], {
  description: 'Between both versions: of the major number, of the minor one for 0.x.',
});

export const skillMatch = Type.Object({
  key: Type.String(),
  level: matchLevel,
  version: textOrNull('The version that the skill is about.'),
  risk: textOrNull(),
  drift,
  registry: Type.Optional(Type.String()),
});

export const matchedPackage = Type.Object({
  purl: Type.String(),
  name: Type.String(),
  version: textOrNull(),
  ecosystem: Type.String(),
  direct: Type.Boolean(),
  dev: Type.Boolean(),
  from: texts,
  skill: Type.Union([skillMatch, Type.Null()]),
});

export const matchCounts = Type.Object({
  packages: count(),
  direct: count(),
  exact: count(),
  repository: count(),
  guess: count(),
  none: count(),
});

export const matchResponse = Type.Object({
  packages: Type.Array(matchedPackage, {
    description: 'One for each package in each version, direct ones first.',
  }),
  counts: matchCounts,
});
