/** Queries and bodies of requests. Numbers of queries are texts, checked by pattern. */
import { Type } from '@sinclair/typebox';
import { oneOf, textOrNull } from '../schema-types.ts';
import { LANGUAGES } from '../vocabulary.ts';

const flag = (description: string) => Type.Optional(oneOf(['0', '1'], { description }));
const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
const language = Type.Optional(oneOf(LANGUAGES, { type: 'string' }));
const asked = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '\\S', description });

export const searchQuery = Type.Object({
  q: asked(1_000, 'Keyword, matched against name, tags and summary.'),
  lang: language,
  names: flag('1 puts first the skills that the whole q is a name of: a package, an import, an address.'),
});

export const findQuery = Type.Object({
  q: asked(1_000, 'What you are about to do, in plain words.'),
  limit: Type.Optional(
    Type.String({
      pattern: '^(?:[1-9][0-9]{0,2}|1000)$',
      description: 'Maximum number of results, 1 to 1,000.',
    }),
  ),
  lang: language,
  explain: flag(
    '1 adds what became of the question, and to each result how strong it is, its matched terms and its best section.',
  ),
});

export const findRequest = Type.Object(
  {
    q: asked(
      65_536,
      'A question, an error message or a whole stack trace. What is long is reduced to its messages and the nearest frames.',
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 10 })),
    lang: language,
    explain: Type.Optional(Type.Boolean({ default: false, description: 'As explain=1 of GET /v1/find.' })),
  },
  { title: 'Body of POST /v1/find', additionalProperties: false },
);

export const skillQuery = Type.Object({
  query: optionalText(
    1_000,
    'A task or a problem: the sections that answer it come first. Only as Markdown.',
  ),
  version: optionalText(
    100,
    'The version of the library in use: a line says how it differs. Only as Markdown.',
  ),
  max_tokens: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,6}$',
      description:
        'Tokens of the whole text, 1 to 9,999,999; 900 by default with a query, else 6,000. Only as Markdown.',
    }),
  ),
});

export const submissionQuery = Type.Object({
  check: flag('1 stores nothing and says what would become of the submission.'),
});

export const diagnosticsQuery = Type.Object({
  fresh: flag('1 looks at the whole folder again before it answers, also where changes are not followed.'),
});

export const linesQuery = Type.Object({
  registry: optionalText(4_096, "The problem's registry, if it names one."),
  file: Type.String({ maxLength: 4_096, description: "The problem's file." }),
  pointer: optionalText(4_096, "The problem's JSON pointer, where it has one."),
  line: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,8}$',
      description: "The problem's line, where it has one and no JSON pointer.",
    }),
  ),
});

const skillKey = Type.String({ maxLength: 1_000 });

export const tokensQuery = Type.Object({
  key: Type.Union([skillKey, Type.Array(skillKey, { maxItems: 50 })], {
    description: 'Key of a skill; given again for each further one, 50 at most.',
  }),
});

const askedPackage = Type.Object(
  {
    purl: Type.Optional(Type.String({ description: 'pkg:npm/ws@8.18.0' })),
    ecosystem: Type.Optional(
      Type.String({
        description: "The package URL's type: npm, pypi, cargo, golang, conan, vcpkg, github.",
      }),
    ),
    name: Type.Optional(Type.String()),
    version: Type.Optional(textOrNull()),
    repository: Type.Optional(
      Type.String({ description: 'Where its source is, if that is known: an address, or host/owner/name.' }),
    ),
    isGit: Type.Optional(
      Type.Boolean({ description: 'True if its code is taken from that repository. Default false.' }),
    ),
    direct: Type.Optional(
      Type.Boolean({ description: 'False if only other packages need it. Default true.' }),
    ),
    dev: Type.Optional(Type.Boolean({ description: 'True if only development needs it. Default false.' })),
    from: Type.Optional(Type.Array(Type.String(), { description: 'Files that name it.' })),
  },
  {
    description: 'A package by its package URL, or by ecosystem and name.',
    anyOf: [{ required: ['purl'] }, { required: ['ecosystem', 'name'] }],
  },
);

export const matchRequest = Type.Object(
  { packages: Type.Array(askedPackage, { maxItems: 5_000 }) },
  { title: 'Body of POST /v1/match' },
);

export const jsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] })),
    method: Type.Optional(Type.String()),
    params: Type.Optional(Type.Object({})),
    result: Type.Optional(Type.Object({})),
    error: Type.Optional(
      Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
    ),
  },
  {
    title: 'JSON-RPC 2.0 message',
    description: 'A request, a notification or an answer of the Model Context Protocol.',
  },
);
