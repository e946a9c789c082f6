import { type TSchema, Type } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOf, surelyFits } from '../../../src-server/contract/schema.ts';
import * as files from '../../../src-server/contract/schemas/files.ts';
import * as queries from '../../../src-server/contract/schemas/queries.ts';
import * as skills from '../../../src-server/contract/schemas/skills.ts';

const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false });
addFormats.default(ajv);

const SCHEMAS = Object.entries({ ...files, ...queries, ...skills }).flatMap(([name, schema]) =>
  typeof schema === 'object' && 'type' in schema ? [[name, schema] as const] : [],
);

const SKILL = {
  name: 'asio',
  repo: 'boostorg/asio',
  language: 'cpp',
  tier: 'tier1',
  group: 'main',
  version: '1.31.0',
  skill_version: '0.1.0',
  schema: 'skills/v1',
  skill_type: 'library',
  repo_skill: false,
  trust_score: 70,
  updated_at: '2026-01-15T12:00:00Z',
  tags: ['network'],
  read_order: ['overview.md'],
  files: { P0: ['overview.md'], P1: [], P2: [], P3: [] },
  risk_level: 'high',
};

/** Values of the fields that schemas name, some of them wrong. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...Object.values(SKILL),
    'cpp/boostorg/asio',
    '2026-02-30T12:00:00Z',
    '',
    0,
    -1,
    1.5,
  ),
  fc.jsonValue(),
);
const fields = fc.constantFrom('q', 'limit', 'explain', 'key', 'summary', 'secret', ...Object.keys(SKILL));

const TIMES = [
  '2026-01-15T12:00:00Z',
  '2026-02-30T12:00:00Z',
  '2026-01-15T12:00:60Z',
  '2026-01-15 12:00:00Z',
];

/** Values of each type: ordinary ones, those at the edges, and names that every object has. */
const ORDINARY: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'a', '__proto__', 'http://a', ...TIMES),
  ),
  integer: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.maxSafeInteger(), fc.constantFrom(100, 65_535, 1e21)),
  number: fc.double(),
  boolean: fc.boolean(),
  null: fc.constant(null),
  array: fc.array(fc.jsonValue()),
  object: fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'a'),
    fc.jsonValue(),
  ),
};

/** Values made after a schema: most of them fit, or miss it by one keyword. */
function valuesAfter(schema: TSchema): fc.Arbitrary<unknown> {
  const { type, enum: choices, const: only, items, properties = {}, additionalProperties: others } = schema;
  const types: readonly string[] = [type ?? []].flat();
  const made: fc.Arbitrary<unknown>[] = types.map((one) => ORDINARY[one] ?? fc.jsonValue());
  if (choices !== undefined) made.push(fc.constantFrom(...choices));
  if (only !== undefined) made.push(fc.constant(only));
  for (const one of schema['anyOf'] ?? []) made.push(valuesAfter(one));
  if (types.includes('array') && items !== undefined)
    made.push(fc.array(valuesAfter(items), { maxLength: 4 }));
  if (types.includes('object')) {
    const members = Object.entries<TSchema>(properties).map(([name, member]) => [name, valuesAfter(member)]);
    const other = typeof others === 'object' ? valuesAfter(others) : fc.jsonValue();
    const named = fc.record(Object.fromEntries(members), { requiredKeys: [] });
    const whole = fc.record(Object.fromEntries(members));
    const more = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), other, {
      maxKeys: 2,
    });
    made.push(whole, fc.tuple(fc.oneof(whole, named), more).map(joined));
  }
  return made.length === 0 ? fc.jsonValue() : fc.oneof(...made);
}

/** As JSON has it: `__proto__` is a name like others. */
const joined = (parts: readonly object[]) => Object.fromEntries(parts.flatMap(Object.entries));

describe('a value that surely fits a schema', () => {
  it.each(SCHEMAS)('fits it for ajv where the value is made after %s', (_name, schema) => {
    const isRight = ajv.compile(schema);
    fc.assert(
      fc.property(valuesAfter(schema), (value) => !surelyFits(schema, value) || isRight(value)),
      { numRuns: 300 },
    );
  });

  it.each(SCHEMAS)('fits it for ajv, too: %s', (_name, schema) => {
    const isRight = ajv.compile(schema);
    const candidates = fc.oneof(
      values,
      fc.dictionary(fields, values),
      fc.dictionary(fields, values).map((changes) => ({ ...SKILL, key: 'cpp/boostorg/asio', ...changes })),
    );
    fc.assert(
      fc.property(candidates, (value) => !surelyFits(schema, value) || isRight(value)),
      { numRuns: 300 },
    );
  });

  it('is a skill as its author should write it', () => {
    expect(surelyFits(files.skillSchema, SKILL)).toBe(true);
    expect(surelyFits(files.skillSchema, { ...SKILL, name: ' ' })).toBe(false);
  });

  it.each([
    [{ minLength: 2 }, '😀'],
    [{ format: 'date-time' }, '2026-01-32T00:00:00Z'],
    [{ format: 'date-time' }, '2026-02-29T24:00:00Z'],
    [{ format: 'uri' }, 'no address'],
    [{ additionalProperties: false }, { toString: 1 }],
    [{ uniqueItems: true }, [1, 1]],
    [{ type: 'integer' }, '1'],
  ])('is none that ajv refuses: %j for %j', (schema, value) => {
    expect(ajv.compile(schema)(value)).toBe(false);
    expect(surelyFits(Type.Unsafe(schema), value)).toBe(false);
  });
});

describe('a check', () => {
  it('has the reasons of the last value alone', () => {
    const isCount = checkOf(Type.Object({ count: Type.Integer() }));
    expect(isCount({ count: 'many' })).toBe(false);
    expect(isCount.errors).toMatchObject([{ instancePath: '/count', keyword: 'type' }]);
    expect(isCount({ count: 3 })).toBe(true);
    expect(isCount.errors).toEqual([]);
  });

  it('lets ajv say what is rare: a time with an offset', () => {
    const isTime = checkOf(Type.String({ format: 'date-time' }));
    expect(isTime('2026-01-31T12:00:00Z')).toBe(true);
    expect(isTime('2026-01-31T12:00:00+02:00')).toBe(true);
    expect(isTime('2026-02-30T12:00:00Z')).toBe(false);
  });
});
