/** Queries and bodies of requests, and the answers of find and match. Numbers of queries are texts, checked by pattern. */

import * as Type from '@sinclair/typebox';
import { LIMITS } from '../limits.ts';
import {
  bool,
  count,
  list,
  mapOf,
  object,
  oneOf,
  optional,
  positive,
  text,
  textOrNull,
  texts,
} from '../schema.ts';
import { LANGUAGES } from '../skill-format.ts';
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

export const strength = oneOf(['strong', 'partial', 'weak'], {
  description:
    'With explain=1. strong: about what was asked; partial: has parts of the answer; weak: probably about something else. Orders nothing.',
});

const verdict = oneOf(['match', 'unsure', 'none'], {
  description:
    'match: results that answer; unsure: the closest matches; none: about a library that no skill covers, or without a telling word that any skill has.',
});

export const namedSource = object(
  {
    name: text('As the message has it: django, @prisma/client.'),
    skills: list(text(), 'Keys of the skills about it; empty if no skill covers it.'),
    asked: optional(bool('True if the question names the library, and is no message from it.')),
  },
  'The library or tool that a message comes from, or that the question names and no skill covers.',
);

export const askedWord = object({
  word: text('Word or identifier, as it stands in the query.'),
  term: text('What it was looked up as.'),
  skills: count('In how many skills it stands.'),
  near: optional(list(text(), 'Looked for in its stead where no skill has it.')),
});

export const questionReport = object(
  {
    strength,
    verdict,
    source: optional(namedSource),
    withheld: optional(text('That agents don’t get the skill that answers best, and why.')),
    missing: optional(list(text(), 'Telling words that no skill has.')),
    skills: count('How many were looked through.'),
    matching: count('How many have any of the words.'),
    words: list(askedWord, 'What was looked for.'),
    left_out: list(text(), 'Words that say nothing about a skill.'),
  },
  'With explain=1: what became of the question.',
);

const PLACES = ['name', 'tags', 'language', 'summary', 'symptoms', 'author', 'heading', 'text'] as const;
export const termPlace = oneOf(PLACES);

/** A word that made the score of a result. The weights of all add up to its `raw_score`. */
export const matchedTerm = object({
  word: text('As it stands in the query.'),
  term: text('As the index knows it: stemmed, or the nearest known word.'),
  weight: Type.Number({ description: 'Part of raw_score.' }),
  share: Type.Number({ description: 'weight / raw_score.' }),
  occurrences: count('How often it stands in this skill; 511 at most.'),
  skills: count('In how many skills it stands.'),
  replaced: optional(bool('True where a near word stands in for an unknown one.')),
  related: optional(bool('True for another word for the same, such as segfault for crash.')),
  shown: optional(text('How people write the term: authentication for authent.')),
  places: list(termPlace, 'Where it stands in this skill.'),
  files: list(text(), 'Files that have it, the first five.'),
  here: optional(bool('Whether the entry that is shown has it.')),
});

const ranges = Type.Array(
  Type.Unsafe<[start: number, end: number]>({
    type: 'array',
    prefixItems: [count(), count()],
    minItems: 2,
    maxItems: 2,
  }),
  { description: '[start, end) offsets of matched words, sorted and disjoint.' },
);

export const excerptPiece = object({
  text: text(),
  code: optional(Type.Literal(true, { description: 'Inline code in prose.' })),
  highlights: ranges,
});

export const excerptLine = object({
  comment: optional(Type.Literal(true, { description: 'The whole line is a comment.' })),
  pieces: list(excerptPiece),
});

export const excerpt = object(
  {
    kind: oneOf(['prose', 'code']),
    label: optional(oneOf(['bad', 'good'], { description: 'How not to do it, or how to do it.' })),
    language: optional(text('Of code, as its fence or file calls it.')),
    line: positive('Where in the file the text begins.'),
    text: text('A paragraph of Markdown, or ten whole lines of code at most.'),
    highlights: ranges,
    lines: list(excerptLine, 'The text for display, without Markdown marks and common indentation.'),
  },
  'A piece of the entry; its lines are never joined.',
);

const danger = optional(text('What its author says that the mistake costs, in place of the heading.'));

export const bestSection = object(
  {
    file: text(),
    heading: textOrNull(),
    danger,
    line_start: positive(),
    line_end: positive(),
    snippet: text('The excerpts on one line; empty where there are none.'),
    highlights: ranges,
    excerpts: list(
      excerpt,
      'In the order of the text: a bad form never without its label. None of a weak result behind the first.',
    ),
  },
  'With explain=1: where in the skill the query is answered best.',
);

export const furtherEntry = object(
  {
    file: text(),
    heading: text(),
    danger,
    line_start: positive(),
  },
  'Title of an entry, and the line that it begins in.',
);

export const findResult = object({
  key: text(),
  score: Type.Number({ minimum: 0, maximum: 100, description: '100 for the first result; one decimal.' }),
  raw_score: Type.Number({ minimum: 0, description: 'The weight that ranked.' }),
  _registry: optional(text('Name of the registry. Only with several layers.')),
  strength: optional(strength),
  terms: optional(list(matchedTerm, 'With explain=1: which words made the score, heaviest first.')),
  warning: optional(text('With explain=1: why agents don’t get the skill.')),
  section: optional(bestSection),
  also: optional(
    list(
      furtherEntry,
      'With explain=1: the next entries of the skill that answer, best first, at most seven.',
    ),
  ),
});

export const findResponse = object({
  query: text('The query exactly as sent.'),
  withheld: optional(
    mapOf(text(), {
      description: 'Without explain=1: why agents don’t get a skill, by its key. Only of such results.',
    }),
  ),
  results: list(findResult, 'Best first.'),
  question: optional(questionReport),
});

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
  dangers: optional(
    list(
      object({ danger: text(), file: text(), line_start: positive() }),
      'What the skill warns of first, three at most. None of a withheld skill.',
    ),
  ),
  withheld: optional(text('Why agents don’t get the skill.')),
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
