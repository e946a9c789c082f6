import { TRUST_MAXIMA } from '../contract/api/trust-makeup.ts';
import type { DiagnosticCode } from '../contract/diagnostics/diagnostic.ts';
import type { SchemaError } from '../contract/schema-check.ts';
import { shortJson } from './short-json.ts';
import { truncate } from './truncate.ts';

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

/** Patterns in words. */
const SHAPES: Readonly<Record<string, string>> = {
  key: 'language/author/name',
  repo: 'author/name',
  skill_version: 'a version of three numbers such as 1.0.0',
  schema: 'skills/v1',
  skills: 'a skill key, language/author/name',
};

const MOST_ERRORS = 1_000;
/** Longer pointers are unreadable. */
const MAX_POINTER_LENGTH = 1_000;

/** One per place. */
export function schemaProblems(errors: readonly SchemaError[], document: unknown): SchemaProblem[] {
  const byPlace = new Map<string, SchemaProblem>();
  const toJson = shortJsonOnce();
  for (const error of errors.slice(0, MOST_ERRORS)) {
    const problem = toProblem({ ...error, instancePath: shortPointer(error.instancePath) }, document, toJson);
    const place = `${problem.pointer} ${problem.field ?? ''}`;
    if (!byPlace.has(place)) byPlace.set(place, problem);
  }
  return [...byPlace.values()];
}

/** Nearest short enough parent. */
function shortPointer(pointer: string): string {
  if (pointer.length <= MAX_POINTER_LENGTH) return pointer;
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/', MAX_POINTER_LENGTH)));
}

/** Cached: 1,000 errors may concern an object of 1 MiB. */
function shortJsonOnce(): (value: unknown) => string {
  const written = new Map<unknown, string>();
  return (value) => {
    if (typeof value !== 'object') return shortJson(value);
    const text = written.get(value) ?? shortJson(value);
    written.set(value, text);
    return text;
  };
}

function toProblem(
  { instancePath, keyword, params }: SchemaError,
  document: unknown,
  toJson: (value: unknown) => string,
): SchemaProblem {
  if (keyword === 'required') {
    const field = String(params['missingProperty']);
    const owner = instancePath === '' ? '' : ` in ${quoteName(instancePath)}`;
    return {
      code: 'field-missing',
      message: `"${field}" is missing${owner}.`,
      pointer: instancePath,
      field,
      keyword,
    };
  }
  const name = fieldName(instancePath);
  const raw = valueAt(document, instancePath);
  const expected = expectation(keyword, params, name);
  return {
    code: codeOf(instancePath, keyword, name),
    message: `${quoteName(instancePath)} is ${show(raw)}; it must be ${expected}.`,
    pointer: instancePath,
    value: toJson(raw),
    expected,
    keyword,
  };
}

function codeOf(pointer: string, keyword: string, name: string): DiagnosticCode {
  if (keyword === 'enum') return 'enum-invalid';
  return pointer.startsWith('/trust_score_sources/') && name in TRUST_MAXIMA
    ? 'trust-source-invalid'
    : 'field-invalid';
}

function expectation(keyword: string, params: Readonly<Record<string, unknown>>, name: string): string {
  switch (keyword) {
    case 'enum':
      return joinOr((params['allowedValues'] as readonly unknown[]).map(String));
    case 'type':
      return joinOr([params['type']].flat().map((type) => TYPE_NAMES[String(type)] ?? String(type)));
    case 'minimum':
      return `at least ${params['limit']}`;
    case 'maximum':
      return `at most ${params['limit']}`;
    case 'minItems':
      return `a list with at least ${params['limit']} item${params['limit'] === 1 ? '' : 's'}`;
    case 'minProperties':
      return `an object with at least ${params['limit']} member${params['limit'] === 1 ? '' : 's'}`;
    case 'maxProperties':
      return `an object with at most ${params['limit']} members`;
    case 'minLength':
      return 'text';
    case 'maxLength':
      return `text of at most ${params['limit']} characters`;
    case 'pattern':
      return (Object.hasOwn(SHAPES, name) && SHAPES[name]) || 'text that is not blank';
    default:
      return `something else (${keyword})`;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** For list items, the list's. */
function fieldName(pointer: string): string {
  return (
    pointer
      .split('/')
      .filter((segment) => !/^\d+$/.test(segment))
      .at(-1) ?? ''
  );
}

/** `/files/P0/2` becomes `"files.P0[2]"`. */
function quoteName(pointer: string): string {
  const path = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return pointer === '' ? 'The document' : `"${truncate(path.replace(/\.(\d+)(?=\.|$)/g, '[$1]'))}"`;
}

function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, segment) =>
        typeof value === 'object' && value !== null
          ? (value as Readonly<Record<string, unknown>>)[segment]
          : undefined,
      document,
    );
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return shortJson(value);
}

/** `a`, `a or b`, `a, b or c`. */
function joinOr(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}
