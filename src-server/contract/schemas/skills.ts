/** Answers about skills. Values outside of the specification's enumerations are passed on as they are. */
import * as Type from '@sinclair/typebox';
import { bool, count, list, mapOf, object, oneOf, optional, percent, text, texts } from '../schema.ts';
import type { TrustPart } from '../skill-format.ts';

export const errorBody = Type.Object(
  { error: text('What is wrong, for people.') },
  { title: 'Body of every answer that is not a success' },
);

export const health = object({
  status: Type.Literal('ok', { description: 'The service answers and has a registry to serve.' }),
  version: text("The service's version."),
});

const trustPoints = Type.Number({ minimum: 0, maximum: 40 });

export const trustMakeup = object(
  {
    kind: oneOf(['summed', 'unreviewed', 'declared', 'contradicted']),
    points: optional(
      Type.Unsafe<Partial<Record<TrustPart, number>>>({
        type: 'object',
        additionalProperties: trustPoints,
        description: 'Parts of `trust_score_sources`, declared or computed, up to their maximum.',
      }),
    ),
  },
  'How `trust_score` is made up: the points add up to it, it is what tier2 begins with, it has no parts, or its parts add up to another number.',
);

const registry = optional(text('Name of the registry. Only with several layers.'));
const shadows = optional(list(text(), 'Registries below with the same key, the upper first.'));

export const listEntry = object({
  key: text('`{language}/{author}/{name}`'),
  name: text("The library's name."),
  language: text('cpp, rust, python, go or js.'),
  tier: text('tier1 (curated) or tier2 (community); tier2 where nothing says which.'),
  group: text('main (de-facto standard) or contrib (niche or smaller); contrib where nothing says which.'),
  version: optional(text("The library's version.")),
  trust_score: optional(percent()),
  tags: optional(texts),
  summary: optional(text('One line.')),
  _derived: optional(
    bool('No file declares the summary: it is the first sentence of overview.md, or empty without one.'),
  ),
  _danger: optional(text('What bites first: a sentence of its author, else the title of the first pitfall.')),
  repo_source_url: optional(text('The upstream repository.')),
  repo_skill: optional(bool("Whether the skill comes from the library's own repository.")),
  source_type: optional(text('repo, registry or mirror.')),
  risk_level: optional(text('high, medium or low.')),
  _trust: optional(trustMakeup),
  _registry: registry,
  _shadows: shadows,
  _withheld: optional(text('Why agents don’t get the skill; absent if they do.')),
});

export const listResponse = object({
  schema: Type.Literal('skills/v1'),
  version: Type.Integer({ description: 'Grows with every change that is picked up.' }),
  updated_at: text('ISO 8601 date-time.'),
  skills: list(listEntry),
});

export const computedFacts = object(
  {
    completeness: percent(),
    trust_score: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 100 }),
    trust: optional(trustMakeup),
  },
  'What the files and `trust_score_sources` add up to, beside what is declared.',
);

const paths = optional(list(text(), 'Relative paths.'));

export const fullSkill = object(
  {
    name: text(),
    repo: optional(text('`author/name` of the upstream repository.')),
    language: text(),
    tier: optional(text()),
    group: optional(text()),
    trust_score: optional(percent()),
    risk_level: optional(text()),
    tags: optional(texts),
    read_order: optional(list(text(), 'P0 files in the order to read them.')),
    files: optional(object({ P0: paths, P1: paths, P2: paths, P3: paths })),
    _contents: mapOf(text(), { description: "Relative path to the file's whole text." }),
    _computed: computedFacts,
    _tokens: optional(
      mapOf(count(), {
        description: 'With tokens=1: relative path to the number of o200k tokens of that text.',
      }),
    ),
    _withheld: optional(text('Why agents don’t get the skill; absent if they do.')),
    _omitted: optional(
      mapOf(text(), { description: 'Path of what is not in `_contents`, to a sentence that says why.' }),
    ),
    _tokens_estimated: optional(
      list(text(), 'With tokens=1: files of over 1,048,576 characters, whose tokens are told from a sample.'),
    ),
    _registry: registry,
    _shadows: shadows,
  },
  "The skill's skill.json, its unknown fields included, with the texts of its files. Names with an underscore are computed.",
);

export const searchResponse = object({
  query: text('The keyword exactly as sent.'),
  results: list(
    object({
      key: text(),
      name: text(),
      language: text(),
      _score: percent('100 for the best match of this query.'),
      _registry: registry,
    }),
    'Best first.',
  ),
});

export const resolveResponse = object({
  query: text('The name exactly as sent.'),
  keys: list(text(), 'The skills that the name means; empty where it is no whole name of any.'),
  near: optional(list(text(), 'With near=1: keys of like names, where no skill has this one.')),
  same: optional(
    bool('With near=1: `near` is the library of that name, written otherwise; false for other libraries.'),
  ),
  draft_texts: optional(count('With near=1: texts still to write, where a draft has this key.')),
});
