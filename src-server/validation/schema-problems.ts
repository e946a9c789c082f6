import type { DiagnosticCode } from '../contract/diagnostics/diagnostic.ts';
import type { SchemaError } from '../contract/schema-check.ts';
import { TRUST_MAXIMA } from '../contract/vocabulary.ts';
import { pointerSegments } from './json-position.ts';
import { shortJson, truncate } from './truncate.ts';

interface SchemaProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Of the parent, if missing. */
  readonly pointer: string;
  readonly field?: string;
  /** JSON, as in `expected`. */
  readonly value?: string;
  readonly expected?: string;
  /** `required`, `type`, `enum` … */
  readonly keyword: string;
}

const MOST_ERRORS = 1_000;
/** Longer pointers are unreadable: the nearest parent is named. */
const MAX_POINTER_LENGTH = 1_000;

/** One per place. */
export function schemaProblems(errors: readonly SchemaError[], document: unknown): SchemaProblem[] {
  const byPlace = new Map<string, SchemaProblem>();
  // 1,000 errors may concern the same large object.
  const written = new Map<unknown, string>();
  for (const { instancePath: path, keyword, params } of errors.slice(0, MOST_ERRORS)) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/', MAX_POINTER_LENGTH)));
    const pointer = path.length > MAX_POINTER_LENGTH ? parent : path;
    const field = keyword === 'required' ? String(params['missingProperty']) : undefined;
    const place = `${pointer} ${field ?? ''}`;
    if (byPlace.has(place)) continue;
    if (field !== undefined) {
      const message = `"${field}" is missing${pointer === '' ? '' : ` in ${quoteName(pointer)}`}.`;
      const code = field === 'files' && pointer === '' ? 'files-missing' : 'field-missing';
      byPlace.set(place, { code, message, pointer, field, keyword });
      continue;
    }
    const found = pointerSegments(pointer).reduce(memberOf, document);
    const value = written.get(found) ?? shortJson(found);
    written.set(found, value);
    // For list items, the list's.
    const name = pointerSegments(pointer).findLast((segment) => !/^\d+$/.test(segment)) ?? '';
    const isSource = pointer.startsWith('/trust_score_sources/') && name in TRUST_MAXIMA;
    const expected = expectation(keyword, params, name);
    byPlace.set(place, {
      code: isSource ? 'trust-source-invalid' : codeOf(keyword, pointer),
      message: `${quoteName(pointer)} is ${kindOf(found) ?? value}; it must be ${expected}.`,
      ...{ pointer, value, expected, keyword },
    });
  }
  return [...byPlace.values()];
}

function codeOf(keyword: string, pointer: string): DiagnosticCode {
  if (keyword !== 'enum') return 'field-invalid';
  return pointer === '/language' ? 'language-unknown' : 'enum-invalid';
}

/** Patterns in words. */
const SHAPES: Readonly<Record<string, string>> = {
  key: 'language/author/name',
  repo: 'author/name',
  skill_version: 'a version of three numbers such as 1.0.0',
  schema: 'skills/v1',
  skills: 'a skill key, language/author/name',
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function expectation(keyword: string, params: SchemaError['params'], name: string): string {
  const { limit, allowedValues, type } = params;
  const few = (one: string) => `${limit} ${one}${limit === 1 ? '' : 's'}`;
  switch (keyword) {
    case 'enum':
      return joinOr((allowedValues as readonly unknown[]).map(String));
    case 'type':
      return joinOr([type].flat().map((one) => TYPE_NAMES[String(one)] ?? String(one)));
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'minItems':
      return `a list with at least ${few('item')}`;
    case 'minProperties':
      return `an object with at least ${few('member')}`;
    case 'maxProperties':
      return `an object with at most ${few('member')}`;
    case 'minLength':
      return 'text';
    case 'maxLength':
      return `text of at most ${few('character')}`;
    case 'pattern':
      return (Object.hasOwn(SHAPES, name) && SHAPES[name]) || 'text that is not blank';
    default:
      return `something else (${keyword})`;
  }
}

/** `/files/P0/2` becomes `"files.P0[2]"`. */
function quoteName(pointer: string): string {
  const path = pointerSegments(pointer)
    .join('.')
    .replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  return pointer === '' ? 'The document' : `"${truncate(path)}"`;
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null)?.[name];
}

function kindOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : undefined;
}

/** `a`, `a or b`, `a, b or c`. */
function joinOr(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}
