import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import * as registryFiles from '../../../src-server/contract/schemas/files.ts';
import { listEntry } from '../../../src-server/contract/schemas/skills.ts';

it.each([
  ['skill.json', registryFiles.skillSchema],
  ['an entry of index.json', registryFiles.indexEntrySchema],
  ['an entry of /v1/skills', listEntry],
])('the published schema of %s requires tier and group', (_what, schema) => {
  expect(schema.required).toEqual(expect.arrayContaining(['tier', 'group']));
});

/** At run time ajv skips this check. */
describe.each(['files', 'queries', 'skills', 'status'])('schemas/%s.ts', (file) => {
  it('has schemas that are JSON Schema, to the letter', async () => {
    const schemas = await import(`../../../src-server/contract/schemas/${file}.ts`);
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    addFormats.default(ajv);
    for (const [name, schema] of Object.entries(schemas))
      expect(() => ajv.compile(schema as object), name).not.toThrow();
  });
});
