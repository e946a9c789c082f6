import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Infer } from './schema-types.ts';

export type SchemaError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'>;

/** If false, `errors` has all reasons until the next call. */
export interface SchemaCheck<T> {
  (value: unknown): value is T;
  readonly errors: readonly SchemaError[];
}

interface CheckOptions {
  /** Without the other reasons: a body of 100,000 wrong fields would make as many errors. Default: all of them. */
  readonly firstOnly?: boolean;
}

/** Checks by ajv, compiled at the first call. */
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

/** Without checks of the schemas themselves: tests make them. */
function makeAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({ allErrors, allowUnionTypes: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  return ajv;
}
