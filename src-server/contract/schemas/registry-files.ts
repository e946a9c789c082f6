/** Files of a registry, as their authors should write them: strict, unlike what is served. */
import { Type } from '@sinclair/typebox';
import { mapOf, oneOf, text, textOrNull, texts } from '../schema-types.ts';
import { LANGUAGES, VALUES } from '../vocabulary.ts';

/** Address of the published schemas, resolved by nobody. */
const at = (name: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `https://skills-registry.invalid/schemas/${name}.schema.json`,
});

const filled = (description?: string) => Type.String({ pattern: '\\S', ...(description && { description }) });
const key = Type.String({
  pattern: '^[^/\\s]+/[^/\\s]+/[^/\\s]+$',
  description: '{language}/{author}/{name}, case-sensitive.',
});
const path = Type.String({ minLength: 1, description: "Relative to the skill's folder." });
const valueIn = <Field extends keyof typeof VALUES>(field: Field, description?: string) =>
  oneOf<(typeof VALUES)[Field]>(VALUES[field], { type: 'string', ...(description && { description }) });
const language = oneOf(LANGUAGES, { type: 'string' });
const tier = valueIn('tier', 'tier1: curated. tier2: community.');
const group = valueIn('group', 'main: the de-facto standard. contrib: niche or smaller.');
const trustScore = Type.Integer({ minimum: 0, maximum: 100 });
const format = Type.Literal('skills/v1', {
  description: 'Version of the specification. A minor version such as skills/v1.1 is read too, and reported.',
});
const points = (maximum: number) => Type.Optional(Type.Number({ minimum: 0, maximum }));

export const skillSchema = Type.Object(
  {
    name: filled("The library's name."),
    repo: Type.String({
      pattern: '^[^/\\s]+/[^/\\s]+$',
      description: 'author/name of the upstream repository.',
    }),
    language,
    tier,
    group,
    version: filled("The library's version the skill is about."),
    skill_version: Type.String({
      pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$',
      description: "Version of the skill's content, independent of the library's.",
    }),
    schema: format,
    skill_type: valueIn('skill_type'),
    repo_skill: Type.Boolean({ description: "True where the skill lives in the library's own repository." }),
    trust_score: trustScore,
    updated_at: Type.String({ description: 'ISO 8601 date-time, as RFC 3339 writes it.' }),
    tags: Type.Array(filled(), { minItems: 1 }),
    read_order: Type.Array(path, { description: 'P0 paths in reading order.' }),
    files: Type.Object(
      {
        P0: Type.Optional(Type.Array(path)),
        P1: Type.Optional(Type.Array(path)),
        P2: Type.Optional(Type.Array(path)),
        P3: Type.Optional(Type.Array(path)),
      },
      { description: 'Knowledge files by reading priority.' },
    ),
    risk_level: valueIn('risk_level'),
    summary: Type.Optional(text('One line, for the index entry.')),
    verified: Type.Optional(Type.Boolean({ description: 'Passed review.' })),
    official: Type.Optional(Type.Boolean({ description: "Written by the library's maintainers." })),
    completeness: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100, description: 'Follows from which files are present.' }),
    ),
    compatibility: Type.Optional(
      Type.Object(
        { compilers: Type.Optional(texts), platforms: Type.Optional(texts) },
        { description: 'Versions by language name, beside compilers and platforms.' },
      ),
    ),
    dependencies: Type.Optional(
      Type.Object({
        required: Type.Optional(texts),
        optional: Type.Optional(texts),
        skills: Type.Optional(Type.Array(key)),
      }),
    ),
    trust_score_sources: Type.Optional(
      Type.Object({
        official_review: points(40),
        stars: points(20),
        community_votes: points(20),
        update_freshness: points(15),
        issue_health: points(5),
      }),
    ),
    repo_stars: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Stars of the upstream repository when they were last counted; gives the points for stars.',
      }),
    ),
    released_at: Type.Optional(
      text("When the library's version was released; gives the points for freshness."),
    ),
    inherits: Type.Optional(textOrNull('Key of a parent skill; reserved.')),
    extensions: Type.Optional(
      Type.Object(
        {},
        {
          description:
            "Ecosystem metadata by namespace; any content. find reads skills_registry.symptoms, a list of texts: error messages as they are printed, and symptoms in users' words. The first 100 count, each to 500 characters. match reads the name, and further names, of the library's packages in npm, pypi, crates_io, go_mod, conan and vcpkg, and skills_registry.versions, a range such as >=1.4 <3.",
        },
      ),
    ),
    community_rating: Type.Optional(
      Type.Object({
        reliability: Type.Optional(Type.Number()),
        hallucination_safety: Type.Optional(Type.Number()),
        thoroughness: Type.Optional(Type.Number()),
        votes: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
    votes: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  {
    ...at('skill'),
    title: 'Skill metadata record (skill.json)',
    description: 'Unknown fields and extension namespaces are allowed and ignored.',
  },
);

export const indexEntrySchema = Type.Object(
  {
    key,
    name: filled(),
    language,
    tier,
    group,
    version: Type.Optional(Type.String()),
    trust_score: Type.Optional(trustScore),
    tags: Type.Optional(texts),
    summary: Type.Optional(Type.String()),
    repo_source_url: Type.Optional(Type.String()),
    repo_skill: Type.Optional(Type.Boolean()),
    source_type: Type.Optional(valueIn('source_type')),
    risk_level: Type.Optional(valueIn('risk_level')),
  },
  { ...at('index-entry'), title: 'One skill in the registry index' },
);

const { $schema: _dialect, $id: _id, ...entrySchema } = indexEntrySchema;

export const registryIndexSchema = Type.Object(
  {
    schema: format,
    version: Type.Integer({ minimum: 0, description: 'Grows with each update of the index.' }),
    updated_at: Type.String({ description: 'ISO 8601 date-time, as RFC 3339 writes it.' }),
    skills: Type.Array(Type.Unsafe(entrySchema)),
  },
  { ...at('registry-index'), title: 'Registry index (index.json)' },
);

export const registryRulesSchema = Type.Object(
  {
    profile: Type.Optional(
      oneOf(['specification', 'private'], {
        type: 'string',
        description:
          'specification: every rule as it stands. private: short files, a missing trust score and missing examples are notes.',
      }),
    ),
    off: Type.Optional(
      mapOf(Type.String({ pattern: '\\S', maxLength: 500 }), {
        description: 'Codes that are not reported, each with the reason why.',
        maxProperties: 100,
      }),
    ),
  },
  {
    ...at('registry-rules'),
    title: 'What a registry asks of its skills (rules.json)',
    description: "Without this file, or where it can't be used, every rule of the specification applies.",
    additionalProperties: false,
  },
);

export const submissionSchema = Type.Object(
  {
    skill: Type.Object({}, { description: "The skill's skill.json; see skill.schema.json." }),
    files: mapOf(Type.String(), {
      description: 'Relative path to text: markdown files, and files under examples/.',
      minProperties: 1,
      maxProperties: 100,
      propertyNames: {
        maxLength: 200,
        pattern: '^(?:[a-z0-9][a-z0-9._-]*\\.md|examples(?:/[a-z0-9][a-z0-9._-]*){1,4})$',
      },
    }),
  },
  { ...at('submission'), title: 'Body of POST /v1/skills', additionalProperties: false },
);
