/** Answers about skills. Values outside of the specification's enumerations are passed on as they are. */
import { Type } from '@sinclair/typebox';
import type { TrustMakeup } from '../api/trust-makeup.ts';
import { count, mapOf, oneOf, text, texts } from '../schema-types.ts';

export const errorBody = Type.Object(
  { error: text('What is wrong, for people.') },
  { title: 'Body of every answer that is not a success' },
);

export const health = Type.Object({
  status: Type.Literal('ok', { description: 'The service answers and has a registry to serve.' }),
  version: text("The service's version."),
});

const trust = Type.Unsafe<TrustMakeup>(
  Type.Object(
    {
      kind: oneOf(['summed', 'unreviewed', 'declared', 'contradicted']),
      points: Type.Optional(
        mapOf(Type.Number({ minimum: 0, maximum: 40 }), {
          description:
            'Parts of `trust_score_sources`, declared or computed, up to their maximum. Absent without a declared part.',
        }),
      ),
    },
    {
      description:
        'How `trust_score` is made up: the points add up to it, it is what tier2 begins with, it has no parts, or its parts add up to another number. Absent without `trust_score`.',
    },
  ),
);

const registry = Type.Optional(text('Name of the registry. Only with several layers.'));
const shadows = Type.Optional(
  Type.Array(Type.String(), {
    description: 'Registries below with the same key, the upper first. Only with several layers.',
  }),
);
const score = Type.Integer({ minimum: 0, maximum: 100 });

export const listEntry = Type.Object({
  key: text('`{language}/{author}/{name}`'),
  name: text("The library's name."),
  language: text('cpp, rust, python, go or js.'),
  tier: text('tier1 (curated) or tier2 (community); tier2 where nothing says which.'),
  group: text('main (de-facto standard) or contrib (niche or smaller); contrib where nothing says which.'),
  version: Type.Optional(text("The library's version.")),
  trust_score: Type.Optional(score),
  tags: Type.Optional(texts),
  summary: Type.Optional(text('One line.')),
  repo_source_url: Type.Optional(text('The upstream repository.')),
  repo_skill: Type.Optional(
    Type.Boolean({ description: "Whether the skill comes from the library's own repository." }),
  ),
  source_type: Type.Optional(text('repo, registry or mirror.')),
  risk_level: Type.Optional(text('high, medium or low.')),
  _trust: Type.Optional(trust),
  _registry: registry,
  _shadows: shadows,
});

export const listResponse = Type.Object({
  schema: Type.Literal('skills/v1'),
  version: Type.Integer({ description: 'Grows with every change that is picked up.' }),
  updated_at: text('ISO 8601 date-time.'),
  skills: Type.Array(listEntry),
});

export const computedFacts = Type.Object(
  {
    completeness: score,
    trust_score: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 100 }),
    trust: Type.Optional(trust),
  },
  { description: 'What the files and `trust_score_sources` add up to, beside what is declared.' },
);

const paths = Type.Optional(Type.Array(Type.String(), { description: 'Relative paths.' }));

export const fullSkill = Type.Object(
  {
    name: Type.String(),
    repo: Type.Optional(text('`author/name` of the upstream repository.')),
    language: Type.String(),
    tier: Type.Optional(Type.String()),
    group: Type.Optional(Type.String()),
    trust_score: Type.Optional(score),
    risk_level: Type.Optional(Type.String()),
    tags: Type.Optional(texts),
    read_order: Type.Optional(
      Type.Array(Type.String(), { description: 'P0 files in the order to read them.' }),
    ),
    files: Type.Optional(Type.Object({ P0: paths, P1: paths, P2: paths, P3: paths })),
    _contents: mapOf(Type.String(), { description: "Relative path to the file's whole text." }),
    _computed: computedFacts,
    _tokens: mapOf(count(), {
      description: 'Relative path to the number of o200k tokens of that text.',
    }),
    _omitted: Type.Optional(
      mapOf(Type.String(), {
        description:
          "Relative path of what belongs to the skill and isn't in `_contents`, to a sentence that says why and how to get it. Absent where nothing is missing.",
      }),
    ),
    _tokens_estimated: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Files whose number in `_tokens` is told from their length: all until they are counted, then those of over 1,048,576 characters. Absent where there is none.',
      }),
    ),
    _registry: registry,
    _shadows: shadows,
  },
  {
    description:
      "The skill's skill.json, its unknown fields included, with the texts of its files. Names with an underscore are computed.",
  },
);

export const searchResponse = Type.Object({
  query: text('The keyword exactly as sent.'),
  results: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      language: Type.String(),
      _score: Type.Integer({
        minimum: 0,
        maximum: 100,
        description: '100 for the best match of this query.',
      }),
      _registry: registry,
    }),
    { description: 'Best first.' },
  ),
});

export const resolveResponse = Type.Object({
  query: text('The name exactly as sent.'),
  keys: Type.Array(Type.String(), {
    description: 'The skills that the name means; empty where it is no whole name of any.',
  }),
});

export const firstTokens = Type.Object({
  first: count(
    'Tokens of the files to read first, by o200k_base: those of P0, or of the first priority that has any.',
  ),
  estimated: Type.Optional(
    Type.Boolean({ description: 'True where a file is so long that it was estimated.' }),
  ),
});

export const tokensResponse = Type.Object({
  tokens: mapOf(firstTokens, {
    description: 'By key; without skills that are not there or cannot be read now.',
  }),
});
