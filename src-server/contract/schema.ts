import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
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

export const { Optional: optional } = Type;
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

/** Makes a check of a schema. ajv compiles it at the first call. */
export function checkOf<Schema extends TSchema>(
  schema: Schema,
  { firstOnly = false }: CheckOptions = {},
): SchemaCheck<Infer<Schema>> {
  let compiled: ReturnType<Ajv2020['compile']> | undefined;
  const check = (value: unknown): value is Infer<Schema> => {
    compiled ??= makeAjv(!firstOnly).compile(schema);
    return compiled(value) === true;
  };
  return Object.defineProperty(check, 'errors', { get: () => compiled?.errors ?? [] }) as SchemaCheck<
    Infer<Schema>
  >;
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
