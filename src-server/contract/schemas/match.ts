/** Answer of `POST /v1/match`. */
import { Type } from '@sinclair/typebox';
import { bool, count, list, object, oneOf, optional, text, textOrNull, texts } from '../schema-types.ts';

export const matchLevel = oneOf(['exact', 'repository', 'guess'], {
  description:
    "exact: the skill's extensions name the package. repository: both name the same one. guess: same language and name; counts for nothing.",
});

export const drift = oneOf(['none', 'minor', 'major', 'unknown'], {
  description: 'Between both versions: of the major number, of the minor one for 0.x.',
});

export const skillMatch = object({
  key: text(),
  level: matchLevel,
  version: textOrNull('The version that the skill is about.'),
  risk: textOrNull(),
  drift,
  registry: optional(text()),
});

export const matchedPackage = object({
  purl: text(),
  name: text(),
  version: textOrNull(),
  ecosystem: text(),
  direct: bool(),
  dev: bool(),
  from: texts,
  skill: Type.Union([skillMatch, Type.Null()]),
});

export const matchCounts = object({
  packages: count(),
  direct: count(),
  exact: count(),
  repository: count(),
  guess: count(),
  none: count(),
});

export const matchResponse = object({
  packages: list(matchedPackage, 'One for each package in each version, direct ones first.'),
  counts: matchCounts,
});
