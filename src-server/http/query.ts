import type { Request } from 'express';
import { LANGUAGES } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import isDiagnosticsQuery from '../contract/schemas/diagnostics-query.schema.json?validate';
import isFindQuery from '../contract/schemas/find-query.schema.json?validate';
import isLinesQuery from '../contract/schemas/lines-query.schema.json?validate';
import isSearchQuery from '../contract/schemas/search-query.schema.json?validate';
import isSkillQuery from '../contract/schemas/skill-query.schema.json?validate';
import isSubmissionQuery from '../contract/schemas/submission-query.schema.json?validate';
import isTokensQuery from '../contract/schemas/tokens-query.schema.json?validate';

export interface SearchQuery {
  readonly q: string;
  readonly lang?: string;
}

export interface FindQuery extends SearchQuery {
  /** 1 to 1,000. */
  readonly limit: number;
  readonly explain: boolean;
}

export interface SkillQuery {
  readonly query?: string;
  readonly version?: string;
  /** Tokens. */
  readonly budget?: number;
}

export const DEFAULT_LIMIT = 10;

/** For error messages. */
const RULES: Readonly<Record<string, string>> = {
  q: 'q must be given once, not blank, and have at most 1,000 characters',
  limit: 'limit must be a whole number from 1 to 1,000',
  lang: `lang must be one of ${LANGUAGES.join(', ')}`,
  explain: 'explain must be 0 or 1',
  names: 'names must be 0 or 1',
  check: 'check must be 0 or 1',
  fresh: 'fresh must be 0 or 1',
  key: 'key must be given, 50 times at most, with at most 1,000 characters',
  file: 'file must be given once and have at most 4,096 characters',
  registry: 'registry must be given at most once and have at most 4,096 characters',
  pointer: 'pointer must be given at most once and have at most 4,096 characters',
  query: 'query must be given at most once and have at most 1,000 characters',
  version: 'version must be given at most once and have at most 100 characters',
  max_tokens: 'max_tokens must be a whole number from 1 to 9,999,999',
  line: 'line must be a whole number from 1',
};

/** Throws `bad_query`, like all functions below. */
export function searchQuery(request: Request): SearchQuery & { readonly names: boolean } {
  const { q = '', lang, names } = checked(request, isSearchQuery);
  return { q, names: names === '1', ...(lang === undefined ? {} : { lang }) };
}

export function findQuery(request: Request): FindQuery {
  const { q = '', limit, lang, explain } = checked(request, isFindQuery);
  return {
    q,
    limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
    explain: explain === '1',
    ...(lang === undefined ? {} : { lang }),
  };
}

export function skillQuery(request: Request): SkillQuery {
  const { query, version, max_tokens: budget } = checked(request, isSkillQuery);
  return {
    ...(query === undefined ? {} : { query }),
    ...(version === undefined ? {} : { version }),
    ...(budget === undefined ? {} : { budget: Number(budget) }),
  };
}

export function submissionQuery(request: Request): { readonly check: boolean } {
  return { check: checked(request, isSubmissionQuery)['check'] === '1' };
}

export function diagnosticsQuery(request: Request): { readonly fresh: boolean } {
  return { fresh: checked(request, isDiagnosticsQuery)['fresh'] === '1' };
}

export function linesQuery(request: Request): Pick<Diagnostic, 'registry' | 'file' | 'pointer' | 'line'> {
  const { line, ...place } = checked(request, isLinesQuery);
  return { ...place, ...(line === undefined ? {} : { line: Number(line) }) };
}

export function tokensQuery(request: Request): { readonly keys: readonly string[] } {
  const { key } = checked(request, isTokensQuery) as { readonly key?: string | readonly string[] };
  return { keys: [key ?? []].flat() };
}

function checked(request: Request, fits: typeof isSearchQuery): Readonly<Record<string, string>> {
  const query: unknown = request.query;
  if (fits(query)) return query as Readonly<Record<string, string>>;
  const wrong = (fits.errors ?? []).map(({ instancePath, params }) =>
    instancePath === '' ? String(params['missingProperty']) : (instancePath.split('/')[1] ?? ''),
  );
  const rules = [...new Set(wrong)].map((name) => RULES[name] ?? `${name} is not as it should be`);
  throw new ApiError('bad_query', `${rules.join('; ')}.`);
}
