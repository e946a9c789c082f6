import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';

/** The type of the values that a schema accepts, read-only at every depth. */
export type Infer<Schema extends TSchema> = DeepReadonly<Static<Schema>>;

type DeepReadonly<T> = T extends string | number | boolean | null | undefined | unknown[] | readonly unknown[]
  ? T extends readonly (infer Item)[]
    ? number extends T['length']
      ? readonly DeepReadonly<Item>[]
      : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T
  : unknown extends T
    ? T
    : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

const about = (description: string | undefined) => (description === undefined ? {} : { description });

export const optional = Type.Optional;
export const text = (description?: string) => Type.String(about(description));
export const bool = (description?: string) => Type.Boolean(about(description));
export const time = (description?: string) => Type.String({ format: 'date-time', ...about(description) });
export const count = (description?: string) => Type.Integer({ minimum: 0, ...about(description) });
export const positive = (description?: string) => Type.Integer({ minimum: 1, ...about(description) });
export const percent = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: 100, ...about(description) });
export const textOrNull = (description?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...about(description) });
export const texts = Type.Array(Type.String());

export function list<Item extends TSchema>(item: Item, description?: string) {
  return Type.Array(item, about(description));
}

export function object<Members extends TProperties>(
  members: Members,
  description?: string,
): TObject<Members> {
  return Type.Object(members, about(description));
}

/**
 * Makes a schema of listed values with `enum`; TypeBox's `anyOf` is longer, and gives several errors for one fault.
 */
export function oneOf<const Values extends readonly (string | number)[]>(
  values: Values,
  options: { readonly description?: string; readonly type?: 'string' } = {},
) {
  return Type.Unsafe<Values[number]>({ ...options, enum: values });
}

/** @param options `description`, limits of `values` and of the map */
export function mapOf<Value extends TSchema>(value: Value, options: object = {}) {
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    additionalProperties: value,
    ...options,
  });
}

export type SchemaError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'>;

/** A check of values by a schema. After it was false, `errors` has the reasons until the next call. */
export interface SchemaCheck<T> {
  (value: unknown): value is T;
  readonly errors: readonly SchemaError[];
}

interface CheckOptions {
  /**
   * Whether the check ends at the first reason: a body of 100,000 wrong fields would make as many errors. Default:
   * false.
   */
  readonly firstOnly?: boolean;
}

/** Makes a check of a schema. ajv is loaded, and compiles it, for the first value that isn't surely right. */
export function checkOf<Schema extends TSchema>(
  schema: Schema,
  { firstOnly = false }: CheckOptions = {},
): SchemaCheck<Infer<Schema>> {
  let compiled: ReturnType<Ajv2020['compile']> | undefined;
  let isSure = true;
  const check = (value: unknown): value is Infer<Schema> => {
    isSure = surelyFits(schema, value);
    if (isSure) return true;
    compiled ??= makeAjv(!firstOnly).compile(schema);
    return compiled(value) === true;
  };
  const errors = () => (isSure ? [] : (compiled?.errors ?? []));
  return Object.defineProperty(check, 'errors', { get: errors }) as SchemaCheck<Infer<Schema>>;
}

/**
 * Whether a value fits a schema, without ajv, which takes longer to load than most commands to run. False means only that
 * ajv must say it: for each keyword that is not known here, and for rare forms of times.
 */
export function surelyFits(schema: TSchema, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, wanted]) => {
    if (ANNOTATIONS.has(keyword)) return true;
    return Object.hasOwn(KEYWORDS, keyword) && KEYWORDS[keyword]?.(wanted as never, value, schema) === true;
  });
}

const ANNOTATIONS: ReadonlySet<string> = new Set(['$schema', '$id', 'title', 'description']);

type Keyword = (wanted: never, value: unknown, schema: TSchema) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords of JSON Schema that the schemas here use. As in the standard, each says nothing of values of other types. */
const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: (wanted: string | readonly string[], value) => [wanted].flat().some((type) => isOfType(type, value)),
  enum: (values: readonly unknown[], value) => values.includes(value),
  const: (only: unknown, value) => value === only,
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maximum: (most: number, value) => typeof value !== 'number' || value <= most,
  minLength: (least: number, value) =>
    typeof value !== 'string' || [...value.slice(0, 2 * least)].length >= least,
  maxLength: (most: number, value) => typeof value !== 'string' || value.length <= most,
  pattern: (pattern: string, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  format: (format: string, value) =>
    typeof value !== 'string' || (format === 'date-time' && isPlainTime(value)),
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  items: (item: TSchema, value) => !Array.isArray(value) || value.every((one) => surelyFits(item, one)),
  required: (names: readonly string[], value) =>
    !isObject(value) || names.every((name) => value[name] !== undefined),
  properties: (members: TProperties, value) =>
    !isObject(value) ||
    Object.entries(members).every(
      ([name, member]) => value[name] === undefined || surelyFits(member, value[name]),
    ),
  additionalProperties: (others: TSchema | boolean, value, { properties = {} }) =>
    others === true ||
    !isObject(value) ||
    Object.keys(value).every(
      (name) => Object.hasOwn(properties, name) || (others !== false && surelyFits(others, value[name])),
    ),
};

const PLAIN_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Whether a text is a time in UTC. `Date` takes 30 February for a day in March. */
function isPlainTime(text: string): boolean {
  const time = PLAIN_TIME.test(text) ? new Date(text) : undefined;
  return time !== undefined && time.getTime() > 0 && time.toISOString().slice(0, 19) === text.slice(0, 19);
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return (type === 'string' || type === 'boolean') && typeof value === type;
}

declare const require: (name: string) => unknown;

/**
 * Makes an ajv that doesn't check the schemas themselves: tests do. It is loaded here, since most commands check nothing:
 * the build bundles what `require` names.
 */
function makeAjv(allErrors: boolean): Ajv2020 {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;
  const ajv = new Ajv2020({ allErrors, allowUnionTypes: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  return ajv;
}
