/** Files of a registry, as their authors should write them: strict, unlike what is served. */
import * as Type from '@sinclair/typebox';
import {
  bool,
  count,
  list,
  mapOf,
  object,
  oneOf,
  optional,
  percent,
  positive,
  text,
  textOrNull,
  texts,
  time,
} from '../schema.ts';
import { LANGUAGES, VALUES } from '../skill-format.ts';

/** Names a schema by an address that nobody resolves. */
const at = (name: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `https://skills-registry.invalid/schemas/${name}.schema.json`,
});

const filled = (description?: string) => Type.String({ pattern: '\\S', ...(description && { description }) });
const formed = (pattern: string, description: string) => Type.String({ pattern, description });
const key = formed('^[^/\\s]+/[^/\\s]+/[^/\\s]+$', '{language}/{author}/{name}, case-sensitive.');
const path = Type.String({ minLength: 1, description: "Relative to the skill's folder." });
const paths = optional(list(path));
const valueIn = <Field extends keyof typeof VALUES>(field: Field, description?: string) =>
  oneOf<(typeof VALUES)[Field]>(VALUES[field], { type: 'string', ...(description && { description }) });
const language = oneOf(LANGUAGES, { type: 'string' });
const tier = valueIn('tier', 'tier1: curated. tier2: community.');
const group = valueIn('group', 'main: the de-facto standard. contrib: niche or smaller.');
const format = Type.Literal('skills/v1', {
  description: 'Version of the specification. A minor version such as skills/v1.1 is read too, and reported.',
});
const points = (maximum: number) => optional(Type.Number({ minimum: 0, maximum }));

const extensions = object(
  {},
  "Ecosystem metadata by namespace; any content. find reads skills_registry.symptoms, a list of texts: error messages as they are printed, and symptoms in users' words. The first 100 count, each to 500 characters. match reads the name, and further names, of the library's packages in npm, pypi, crates_io, go_mod, conan and vcpkg, and skills_registry.versions, a range such as >=1.4 <3. skills_registry.imports are paths by which code imports the library, such as boost/asio.hpp.",
);

const dependencies = object({
  required: optional(texts),
  optional: optional(texts),
  skills: optional(Type.Array(key)),
});

const sources = object({
  official_review: points(40),
  stars: points(20),
  community_votes: points(20),
  update_freshness: points(15),
  issue_health: points(5),
});

const rating = object({
  reliability: optional(Type.Number()),
  hallucination_safety: optional(Type.Number()),
  thoroughness: optional(Type.Number()),
  votes: optional(count()),
});

export const skillSchema = Type.Object(
  {
    name: filled("The library's name."),
    repo: formed(
      '^(?:[^/\\s]+/[^/\\s]+|[^/\\s.]+\\.[^/\\s]+(?:/[^/\\s]+){2,20})$',
      'author/name of the upstream repository at github.com; elsewhere host, groups and name: gitlab.com/acme/backend/utils.',
    ),
    language,
    tier,
    group,
    version: filled("The library's version the skill is about."),
    skill_version: formed('^[0-9]+\\.[0-9]+\\.[0-9]+$', "Of the skill's content, not of the library."),
    schema: format,
    skill_type: valueIn('skill_type'),
    repo_skill: bool("True where the skill lives in the library's own repository."),
    trust_score: percent(),
    updated_at: text('ISO 8601 date-time, as RFC 3339 writes it.'),
    tags: Type.Array(filled(), { minItems: 1 }),
    read_order: list(path, 'P0 paths in reading order.'),
    files: object({ P0: paths, P1: paths, P2: paths, P3: paths }, 'Knowledge files by reading priority.'),
    risk_level: valueIn('risk_level'),
    summary: optional(text('One line, for the index entry.')),
    verified: optional(bool('Passed review.')),
    official: optional(bool("Written by the library's maintainers.")),
    completeness: optional(percent('Follows from which files are present.')),
    compatibility: optional(
      object({ compilers: optional(texts), platforms: optional(texts) }, 'Beside versions by language name.'),
    ),
    dependencies: optional(dependencies),
    trust_score_sources: optional(sources),
    repo_stars: optional(count('Of the upstream repository when last counted; gives the points for stars.')),
    released_at: optional(text("When the library's version was released; gives the points for freshness.")),
    inherits: optional(textOrNull('Key of a parent skill; reserved.')),
    extensions: optional(extensions),
    community_rating: optional(rating),
    votes: optional(count()),
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
    version: optional(text()),
    trust_score: optional(percent()),
    tags: optional(texts),
    summary: optional(text()),
    repo_source_url: optional(text()),
    repo_skill: optional(bool()),
    source_type: optional(valueIn('source_type')),
    risk_level: optional(valueIn('risk_level')),
  },
  { ...at('index-entry'), title: 'One skill in the registry index' },
);

/** Further fields of an entry in the list, whichever file states them: the specification has none of them there. */
export const furtherEntryFields = Type.Object({
  repo: optional(text()),
  skill_version: optional(text()),
  skill_type: optional(text()),
  completeness: optional(percent()),
  verified: optional(bool()),
  official: optional(bool()),
  updated_at: optional(text()),
  trust_score_sources: optional(object({})),
});
export const furtherSkillFields = Type.Object({
  repo_source_url: optional(text()),
  source_type: optional(valueIn('source_type')),
});

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
    profile: optional(
      oneOf(['specification', 'private'], {
        type: 'string',
        description:
          'specification: every rule as it stands. private: short files, a missing trust score and missing examples are notes.',
      }),
    ),
    off: optional(
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
    skill: object({}, "The skill's skill.json; see skill.schema.json."),
    files: mapOf(text(), {
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

/** The schema of `<data>/skills-registry/servers/<pid>.json`, by which programs find a running service. */
export const discoveryFileSchema = Type.Object({
  schema: Type.Literal(1),
  pid: positive(),
  instanceId: Type.String({ minLength: 1 }),
  app: oneOf(['tray', 'cli']),
  version: Type.String(),
  host: Type.String(),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  url: Type.String({ pattern: '^http://' }),
  mcpUrl: Type.String({ pattern: '^http://' }),
  registry: Type.String(),
  startedAt: time(),
  /** The folder of the program, links followed; absent in older versions. */
  program: Type.Optional(Type.String({ minLength: 1 })),
  /**
   * The service takes registries up as they are added: `below` its own folder, or `alone`, where the first one takes the
   * place of what it serves. Absent if it takes none, and in older versions.
   */
  takesAdded: Type.Optional(oneOf(['alone', 'below'])),
  secret: Type.Optional(Type.String({ minLength: 1 })),
});

const utcTime = Type.String({ format: 'date-time', pattern: 'Z$' });

/** The schema of a file with the calls of a client that starts the program by itself. */
export const callerFileSchema = Type.Object({
  schema: Type.Literal(1),
  name: Type.String({ minLength: 1, maxLength: 60 }),
  lastAt: utcTime,
  lastCall: Type.Optional(utcTime),
});

const reads = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const readsBySkill = mapOf(reads, { propertyNames: { maxLength: 200 } });

/** The schema of the file that counts reads: by client, then by day and key of a skill. */
export const readCountsSchema = Type.Object({
  schema: Type.Literal(1),
  clients: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 60 }),
      days: mapOf(readsBySkill, { propertyNames: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' } }),
    }),
    { maxItems: 32 },
  ),
});

/**
 * The schema of the list of files of an exported site. `complete` is false while an export writes, and after one that
 * was interrupted.
 */
export const siteManifestSchema = Type.Object({
  format: Type.Literal(1),
  tool: Type.String({ maxLength: 100 }),
  complete: Type.Boolean(),
  files: mapOf(
    Type.Object({
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      bytes: Type.Integer({ minimum: 0 }),
    }),
  ),
});
