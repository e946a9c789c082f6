import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';
import { validSkill } from '../../support/valid-skill.ts';

describe('GET /schemas', () => {
  it('gives schemas that another program’s ajv compiles, in strict mode', async () => {
    const server = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']));
    const { schemas } = (await server.get('/schemas')).json<{ schemas: string[] }>();
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    for (const path of schemas) ajv.addSchema((await server.get(path)).json<object>());
    const check = ajv.getSchema('https://skills-registry.invalid/schemas/skill.schema.json');
    expect(check?.(validSkill().manifest)).toBe(true);
    expect(check?.({ ...validSkill().manifest, tier: 'core' })).toBe(false);
  });

  it('calls them what they are', async () => {
    const server = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']));
    const { headers } = await server.get('/schemas/skill.schema.json');
    expect(headers['content-type']).toBe('application/schema+json; charset=utf-8');
  });

  it.each(['/schemas/other.schema.json', '/schemas/..%2fdiagnostic.ts', '/schemas/__proto__'])(
    'has no %s',
    async (path) => {
      const server = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']));
      expect((await server.get(path)).status).toBe(404);
    },
  );
});
