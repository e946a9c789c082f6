/** Queries and bodies of requests. Numbers of queries are texts, checked by pattern. */
import { Type } from '@sinclair/typebox';
import { LIMITS } from '../limits.ts';
import { bool, list, object, oneOf, optional, text, textOrNull } from '../schema.ts';
import { LANGUAGES } from '../vocabulary.ts';
import { groupDigits } from '../words.ts';

const flag = (description: string) => optional(oneOf(['0', '1'], { description }));
const short = (maxLength: number, description: string) => optional(Type.String({ maxLength, description }));
const number = (pattern: string, description: string) => optional(Type.String({ pattern, description }));
const language = optional(oneOf(LANGUAGES, { type: 'string' }));
const asked = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '\\S', description });

export const searchQuery = object({
  q: asked(LIMITS.queryLength, 'Keyword, matched against name, tags and summary.'),
  lang: language,
  names: flag('1 puts first the skills that the whole q is a name of: a package, an import, an address.'),
});

export const resolveQuery = object({
  q: asked(LIMITS.queryLength, 'Any name of a library.'),
  lang: language,
  near: flag('1 adds keys of like names, and the texts that a draft of this key lacks.'),
});

export const findQuery = object({
  q: asked(LIMITS.queryLength, 'What you are about to do, in plain words.'),
  limit: number('^(?:[1-9][0-9]{0,2}|1000)$', 'Maximum number of results, 1 to 1,000.'),
  lang: language,
  key: short(LIMITS.queryLength, 'Only the skill with this key: which of its entries answer.'),
  explain: flag('1 adds what became of the question, and to each result its strength, terms and best entry.'),
});

export const findRequest = Type.Object(
  {
    q: asked(
      LIMITS.postedQueryLength,
      'A question, an error message or a whole stack trace, which is reduced.',
    ),
    limit: optional(Type.Integer({ minimum: 1, maximum: LIMITS.results, default: 10 })),
    lang: language,
    key: optional(text('Only the skill with this key: which of its entries answer.')),
    explain: optional(Type.Boolean({ default: false, description: 'As explain=1 of GET /v1/find.' })),
  },
  { title: 'Body of POST /v1/find', additionalProperties: false },
);

export const skillQuery = object({
  query: short(
    LIMITS.queryLength,
    'A task or a problem: entries that answer it come first. Only as Markdown.',
  ),
  version: short(100, 'The version of the library in use: a line says how it differs. Only as Markdown.'),
  max_tokens: number(
    '^[1-9][0-9]{0,6}$',
    `Of the whole text, to 9,999,999; ${LIMITS.queryTokens} by default with a query, else ${groupDigits(LIMITS.skillTokens)}. Only as Markdown.`,
  ),
  tokens: flag('1 waits until the tokens of the texts are counted, and adds `_tokens`. Only as JSON.'),
});

export const submissionQuery = object({
  check: flag('1 stores nothing and says what would become of the submission.'),
});

export const diagnosticsQuery = object({
  fresh: flag('1 looks at the whole folder again before it answers, also where changes are not followed.'),
});

const askedPackage = Type.Object(
  {
    purl: optional(text('pkg:npm/ws@8.18.0')),
    ecosystem: optional(text("The package URL's type: npm, pypi, cargo, golang, conan, vcpkg, github.")),
    name: optional(text()),
    version: optional(textOrNull()),
    repository: optional(text('Where its source is, if known: an address, or host/owner/name.')),
    isGit: optional(bool('True if its code is taken from that repository. Default false.')),
    direct: optional(bool('False if only other packages need it. Default true.')),
    dev: optional(bool('True if only development needs it. Default false.')),
    from: optional(list(text(), 'Files that name it.')),
  },
  {
    description: 'A package by its package URL, or by ecosystem and name.',
    anyOf: [{ required: ['purl'] }, { required: ['ecosystem', 'name'] }],
  },
);

export const matchQuery = object({
  max_tokens: number(
    '^[1-9][0-9]{0,6}$',
    `Of the whole text, ${groupDigits(LIMITS.projectTokens)} by default. Only as Markdown.`,
  ),
});

export const matchRequest = Type.Object(
  { packages: Type.Array(askedPackage, { maxItems: LIMITS.matchedPackages }) },
  { title: 'Body of POST /v1/match' },
);
