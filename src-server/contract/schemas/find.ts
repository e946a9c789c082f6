/** Answers of `/v1/find`; all but `key`, `score` and `raw_score` only with `explain=1`. */
import { Type } from '@sinclair/typebox';
import { count, oneOf, positive, text } from '../schema-types.ts';

const strings = (description: string) => Type.Array(Type.String(), { description });

export const strength = oneOf(['strong', 'partial', 'weak'], {
  description:
    'With explain=1. strong: about what was asked; partial: has parts of the answer, and may help; weak: probably about something else. Of a result, and in question of the whole answer: that of its first result. Orders nothing.',
});

const verdict = oneOf(['match', 'unsure', 'none'], {
  description:
    'match: results that answer; unsure: the closest matches; none: about a library that no skill covers, or without a telling word that any skill has.',
});

export const namedSource = Type.Object(
  {
    name: text('As the message has it: django, @prisma/client.'),
    skills: strings('Keys of the skills about it; empty if no skill covers it.'),
    asked: Type.Optional(
      Type.Boolean({ description: 'True if the question names the library, and is no message from it.' }),
    ),
  },
  {
    description:
      "The library or tool that a message comes from, or that the question names and no skill covers; absent if the question doesn't tell.",
  },
);

export const askedWord = Type.Object({
  word: text('Word or identifier, as it stands in the query.'),
  term: text('What it was looked up as.'),
  skills: count('In how many skills it stands.'),
  near: Type.Optional(strings('Looked for in its stead where no skill has it.')),
});

export const questionReport = Type.Object(
  {
    strength,
    verdict,
    source: Type.Optional(namedSource),
    missing: Type.Optional(
      strings('Telling words that no skill has. With any, verdict is unsure; absent beside a strong answer.'),
    ),
    skills: count('How many were looked through.'),
    matching: count('How many have any of the words.'),
    words: Type.Array(askedWord, { description: 'What was looked for.' }),
    left_out: strings('Words that say nothing about a skill.'),
  },
  { description: 'With explain=1: what became of the question.' },
);

export const termPlace = oneOf([
  'name',
  'tags',
  'language',
  'summary',
  'symptoms',
  'author',
  'heading',
  'text',
]);

/** Weights add up to `raw_score`. */
export const matchedTerm = Type.Object({
  word: text('As it stands in the query.'),
  term: text('As the index knows it: stemmed, or the nearest known word.'),
  weight: Type.Number({ description: 'Part of raw_score.' }),
  share: Type.Number({ description: 'weight / raw_score.' }),
  occurrences: count('How often it stands in this skill; 511 at most.'),
  skills: count('In how many skills it stands.'),
  replaced: Type.Optional(
    Type.Boolean({ description: 'True where a near word stands in for an unknown one.' }),
  ),
  related: Type.Optional(
    Type.Boolean({
      description: 'True where the term is another word for the same, such as segfault for crash.',
    }),
  ),
  shown: Type.Optional(
    text("Where the term is not the word's own: how people write it, such as authentication for authent."),
  ),
  places: Type.Array(termPlace, { description: 'Where it stands in this skill.' }),
  files: strings('Files that have it, the first five.'),
  here: Type.Optional(Type.Boolean({ description: 'Whether the section that is shown has it.' })),
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

export const excerptPiece = Type.Object({
  text: Type.String(),
  code: Type.Optional(Type.Literal(true, { description: 'Inline code in prose.' })),
  highlights: ranges,
});

export const excerptLine = Type.Object({
  comment: Type.Optional(Type.Literal(true, { description: 'The whole line is a comment.' })),
  pieces: Type.Array(excerptPiece),
});

export const excerpt = Type.Object(
  {
    kind: oneOf(['prose', 'code']),
    label: Type.Optional(
      oneOf(['bad', 'good'], {
        description: 'What the author shows it as: how not to do it, or how to do it.',
      }),
    ),
    language: Type.Optional(text('Of code, as its fence or file calls it.')),
    line: positive('Where in the file the text begins.'),
    text: text('A paragraph of Markdown, or ten whole lines of code at most.'),
    highlights: ranges,
    lines: Type.Array(excerptLine, {
      description:
        'The text for display: prose as one line without Markdown marks, code without common indentation.',
    }),
  },
  { description: 'A piece of the section; its lines are never joined.' },
);

export const bestSection = Type.Object(
  {
    file: Type.String(),
    heading: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    line_start: positive(),
    line_end: positive(),
    snippet: Type.String(),
    highlights: ranges,
    excerpts: Type.Array(excerpt, {
      description:
        'What one reads of the section, in the order of the text: a bad form never without its label.',
    }),
  },
  { description: 'With explain=1: where in the skill the query is answered best.' },
);

export const findResult = Type.Object({
  key: Type.String(),
  score: Type.Number({
    minimum: 0,
    maximum: 100,
    description: '100 for the first result; one decimal.',
  }),
  raw_score: Type.Number({ minimum: 0, description: 'The weight that ranked.' }),
  _registry: Type.Optional(text('Name of the registry. Only with several layers.')),
  strength: Type.Optional(strength),
  terms: Type.Optional(
    Type.Array(matchedTerm, {
      description: 'With explain=1: which words made the score, heaviest first.',
    }),
  ),
  warning: Type.Optional(
    text("With explain=1: what is wrong with the skill's texts. Only beside a section."),
  ),
  section: Type.Optional(bestSection),
});

export const findResponse = Type.Object({
  query: text('The query exactly as sent.'),
  results: Type.Array(findResult, { description: 'Best first.' }),
  question: Type.Optional(questionReport),
});
