/** By `METHOD /pattern`; a test compares with the routes. */
import type { ErrorCode } from '../contract/api/error-codes.ts';

export interface DescribedAnswer {
  readonly description: string;
  readonly type?: string;
  /** Absent for any JSON or text. */
  readonly schema?: string;
  /** Alternative text. */
  readonly textType?: string;
}

export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'skills' | 'search' | 'service' | 'discovery' | 'page';
  /** Properties are parameters. */
  readonly query?:
    | 'TokensQuery'
    | 'DiagnosticsQuery'
    | 'FindQuery'
    | 'LinesQuery'
    | 'SearchQuery'
    | 'SkillQuery'
    | 'SubmissionQuery';
  readonly body?: string;
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
  /** Supports `If-None-Match` and 304. */
  readonly conditional?: true;
  /** Besides `COMMON_ERRORS`. */
  readonly errors: readonly ErrorCode[];
}

export const COMMON_ERRORS: readonly ErrorCode[] = [
  'forbidden_host',
  'forbidden_origin',
  'headers_too_large',
];

/** Without a route. */
export const ROUTELESS_ERRORS: readonly ErrorCode[] = [
  'route_not_found',
  'method_not_allowed',
  'unauthorized',
  'request_timeout',
  'busy',
  'expectation_failed',
];

export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  lang: 'Programming language: cpp, rust, python, go or js.',
  author: 'User or organization of the upstream repository.',
  name: 'Name of the library; for a schema or an asset its file name.',
  section:
    'File name, with or without `.md`. A file in a folder, such as `examples/basic.cpp`, works as it is and with its slash encoded.',
};

const QUERY_ERRORS: readonly ErrorCode[] = ['bad_query', 'registry_unavailable', 'internal'];

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';

function json(schema: string | undefined, description: string): DescribedAnswer {
  return { description, type: JSON_TYPE, ...(schema === undefined ? {} : { schema }) };
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /health': {
    id: 'getHealth',
    summary: 'Health check',
    tag: 'service',
    answers: { 200: json('Health', 'A registry is being served.') },
    errors: ['registry_unavailable'],
  },
  'GET /v1/status': {
    id: 'getStatus',
    summary: 'Identity and state of the service',
    description: 'Answered even while the registry folder cannot be read.',
    tag: 'service',
    answers: { 200: json('Status', 'What runs, and what it serves.') },
    errors: [],
  },
  'GET /v1/events': {
    id: 'followStatus',
    summary: 'The status at first and after each change',
    description:
      'Server-sent events named `status`; their data is the answer of `GET /v1/status`. The stream stays open and repeats the status every 20 seconds; at most 128 at once.',
    tag: 'service',
    answers: { 200: { description: 'The stream.', type: 'text/event-stream' } },
    errors: [],
  },
  'GET /v1/diagnostics': {
    id: 'getDiagnostics',
    summary: 'What is wrong with the registry',
    tag: 'service',
    query: 'DiagnosticsQuery',
    conditional: true,
    answers: { 200: json('DiagnosticsResponse', 'Errors first.') },
    errors: QUERY_ERRORS,
  },
  'GET /v1/diagnostics/lines': {
    id: 'getDiagnosticLines',
    summary: 'The lines of a file that a problem is about',
    description: 'Only of files and places that `GET /v1/diagnostics` names.',
    tag: 'service',
    query: 'LinesQuery',
    answers: { 200: json('LinesResponse', 'The lines as they are now.') },
    errors: QUERY_ERRORS,
  },
  'GET /v1/tokens': {
    id: 'getTokens',
    summary: 'What the files to read first cost',
    tag: 'service',
    query: 'TokensQuery',
    answers: { 200: json('TokensResponse', 'Tokens by key.') },
    errors: QUERY_ERRORS,
  },
  'GET /v1/skills': {
    id: 'listSkills',
    summary: 'All skills',
    description: 'The whole list in one answer.',
    tag: 'skills',
    conditional: true,
    answers: { 200: json('ListResponse', 'The registry index.') },
    errors: ['registry_unavailable', 'internal'],
  },
  'POST /v1/skills': {
    id: 'submitSkill',
    summary: 'Submit a skill',
    description: 'Turned off unless the service was started with `--allow-submit`. At most 1 MiB.',
    tag: 'skills',
    query: 'SubmissionQuery',
    body: 'Submission',
    answers: {
      200: json('SubmissionCheck', 'With `check=1`: what would become of it.'),
      201: json(
        undefined,
        'Stored; `Location` says where it is, `taken_out` what of skill.json was not its author’s to say.',
      ),
    },
    errors: [
      'bad_request',
      'bad_query',
      'submissions_off',
      'busy',
      'skill_exists',
      'registry_full',
      'body_too_large',
      'unsupported_media_type',
      'skill_invalid',
      'check_unfinished',
      'internal',
      'registry_unavailable',
    ],
  },
  'GET /v1/skills/:lang/:author/:name': {
    id: 'getSkill',
    summary: 'One skill with the texts of its files',
    description:
      'With `Accept: text/markdown`: one text within `max_tokens`, pitfalls and safety rules first, and first of all the sections that answer `query`.',
    tag: 'skills',
    query: 'SkillQuery',
    conditional: true,
    answers: {
      200: {
        ...json('FullSkill', 'skill.json, with `_contents`, `_computed` and `_tokens`.'),
        textType: 'text/markdown',
      },
    },
    errors: ['bad_request', 'bad_query', 'skill_not_found', 'unreadable', 'registry_unavailable', 'internal'],
  },
  'GET /v1/skills/:lang/:author/:name/*section': {
    id: 'getSection',
    summary: 'One file of a skill as raw text',
    tag: 'skills',
    conditional: true,
    answers: { 200: { description: 'The text, UTF-8.', type: TEXT_TYPE } },
    errors: [
      'bad_request',
      'skill_not_found',
      'section_not_found',
      'unreadable',
      'registry_unavailable',
      'internal',
    ],
  },
  'GET /v1/search': {
    id: 'searchSkills',
    summary: 'Keyword search',
    description: 'Matches name, tags and summary; every word must match.',
    tag: 'search',
    query: 'SearchQuery',
    answers: { 200: json('SearchResponse', 'Best first.') },
    errors: QUERY_ERRORS,
  },
  'GET /v1/resolve': {
    id: 'resolveName',
    summary: 'The skills that a name means',
    description:
      'Takes a key or its end, a package or import name, a repository’s address or a package URL, with or without a version. Never a near match.',
    tag: 'search',
    query: 'SearchQuery',
    answers: { 200: json('ResolveResponse', 'Their keys.') },
    errors: QUERY_ERRORS,
  },
  'GET /v1/find': {
    id: 'findSkills',
    summary: 'Search in the texts',
    description: 'Ranks the skills by TF-IDF over the text of their files.',
    tag: 'search',
    query: 'FindQuery',
    answers: { 200: json('FindResponse', 'Best first.') },
    errors: QUERY_ERRORS,
  },
  'POST /v1/find': {
    id: 'findSkillsForMessage',
    summary: 'Search in the texts for a message or a stack trace',
    description:
      'As `GET /v1/find`, for up to 65,536 characters: they are reduced to the messages and the nearest frames.',
    tag: 'search',
    body: 'FindRequest',
    answers: { 200: json('FindResponse', 'Best first.') },
    errors: ['bad_request', 'body_too_large', 'unsupported_media_type', 'internal', 'registry_unavailable'],
  },
  'POST /v1/match': {
    id: 'matchPackages',
    summary: 'The skills about a project’s packages',
    description: 'At most 5,000 packages and 2 MiB.',
    tag: 'search',
    body: 'MatchRequest',
    answers: { 200: json('MatchResponse', 'Direct packages first.') },
    errors: ['bad_request', 'body_too_large', 'unsupported_media_type', 'internal', 'registry_unavailable'],
  },
  'POST /mcp': {
    id: 'callMcp',
    summary: 'Model Context Protocol',
    description:
      'Streamable HTTP, revision 2026-07-28 and those of 2025. Bodies are JSON-RPC 2.0, failures too: `{ "jsonrpc", "id", "error" }`.',
    tag: 'service',
    body: 'JsonRpcMessage',
    answers: {
      200: {
        description: 'The answer, as JSON or as a stream of events.',
        type: JSON_TYPE,
        schema: 'JsonRpcMessage',
      },
      202: { description: 'A notification was taken.' },
    },
    errors: ['bad_request', 'body_too_large', 'unsupported_media_type'],
  },
  'GET /openapi.json': {
    id: 'getOpenApi',
    summary: 'This document',
    tag: 'discovery',
    conditional: true,
    answers: { 200: json(undefined, 'OpenAPI 3.1.') },
    errors: [],
  },
  'GET /schemas': {
    id: 'listSchemas',
    summary: 'The JSON Schemas of the registry’s files',
    tag: 'discovery',
    conditional: true,
    answers: { 200: json(undefined, 'Their paths.') },
    errors: [],
  },
  'GET /schemas/:name': {
    id: 'getSchema',
    summary: 'One JSON Schema',
    tag: 'discovery',
    conditional: true,
    answers: { 200: { description: 'JSON Schema 2020-12.', type: 'application/schema+json' } },
    errors: ['bad_request', 'route_not_found'],
  },
  'GET /': {
    id: 'getPage',
    summary: 'The page for people',
    tag: 'page',
    conditional: true,
    answers: { 200: { description: 'HTML.', type: 'text/html' } },
    errors: [],
  },
  'GET /assets/:name': {
    id: 'getAsset',
    summary: 'A file of the page',
    tag: 'page',
    conditional: true,
    answers: { 200: { description: 'By its extension.', type: '*/*' } },
    errors: ['bad_request', 'route_not_found'],
  },
};
