import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SCHEMAS = join(import.meta.dirname, '../../../src-server/contract/schemas');

interface Schema {
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

function schemaIn(file: string): Schema {
  return JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as Schema;
}

it.each([
  ['skill.json', schemaIn('skill.schema.json')],
  ['an entry of index.json', schemaIn('index-entry.schema.json')],
  ['an entry of /v1/skills', schemaIn('list-response.schema.json').$defs?.['entry']],
])('the published schema of %s requires tier and group', (_what, schema) => {
  expect(schema?.required).toEqual(expect.arrayContaining(['tier', 'group']));
});
