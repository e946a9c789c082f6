import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../../../src-server/contract/service/logger.ts';
import { describeChange } from '../../../src-server/registry/model/describe-change.ts';
import { modelAfter, skillFolder } from '../../support/skill-folder.ts';
import { skillFiles, temporaryRegistry, writeFiles } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';

const SPDLOG = 'cpp/gabime/spdlog';
const TOKIO = 'rust/tokio-rs/tokio';

/** A service that follows a registry of two skills, and what it logs. */
async function followed() {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const logger: Logger = {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: () => {},
    isDebug: false,
  };
  const registry = temporaryRegistry([SPDLOG, TOKIO]);
  const server = await startTestServer(registry, { logger });
  const said = (part: string) =>
    eventually(
      () => lines,
      (all) => all.some((line) => line.includes(part)),
    );
  return { registry, server, said, lines };
}

describe('the log of changes', () => {
  it('names the skill that changed, was added, or went', async () => {
    const { registry, said } = await followed();
    writeFiles(registry, { [`skills/${SPDLOG}/safety.md`]: '# Safety\n\nNever again.\n' });
    await said(`info: Picked up a change: changed ${SPDLOG}. Serving 2 skills.`);
    writeFiles(registry, skillFiles('skills/go/acme/new', 'go/acme/new'));
    await said('added go/acme/new. Serving 3 skills.');
    rmSync(join(registry, 'skills', TOKIO), { recursive: true });
    await said(`removed ${TOKIO}. Serving 2 skills.`);
  });

  it('names the skill that an edit broke, and says what is served of it', async () => {
    const { registry, said, server } = await followed();
    writeFiles(registry, { [`skills/${SPDLOG}/skill.json`]: '{ "name": ' });
    const lines = await said(`warn: skills/${SPDLOG}: skill.json could not be read:`);
    expect(lines.find((line) => line.startsWith('warn'))).toMatch(/The last good version is still served\.$/);
    expect(lines.join('\n')).toContain(`Picked up a change: changed ${SPDLOG}. Serving 2 skills.`);
    expect((await server.get(`/v1/skills/${SPDLOG}`)).status).toBe(200);
  });

  it('names the skill whose skill.json went, and what is there instead', async () => {
    const { registry, said } = await followed();
    const folder = join(registry, 'skills', SPDLOG);
    renameSync(join(folder, 'skill.json'), join(folder, 'skills.json'));
    const lines = await said(`warn: skills/${SPDLOG}: There is no skill.json beside `);
    expect(lines.join('\n')).toContain(`Picked up a change: removed ${SPDLOG}. Serving 1 skill.`);
    expect(lines.find((line) => line.startsWith('warn'))).toMatch(/, but skills\.json\.$/);
  });

  it('names index.json where that is what changed', async () => {
    const { registry, said } = await followed();
    writeFiles(registry, { 'index.json': { schema: 'skills/v1', skills: [] } });
    await said('index.json changed');
  });

  it('says of a change that reaches no served skill that none is different', () => {
    const model = modelAfter(new Date(), { upserted: [skillFolder(SPDLOG)] });
    const { summary } = describeChange(model, model, { read: [], removed: ['notes'], isIndexChanged: false });
    expect(summary).toBe('no served skill is different');
  });

  it('counts what it can’t name all of', () => {
    const [first, ...others] = ['e', 'd', 'c', 'b', 'a', 'z'].map((name) => skillFolder(`go/acme/${name}`));
    const before = modelAfter(new Date(), { upserted: first === undefined ? [] : [first] });
    const after = modelAfter(new Date(), { upserted: others });
    const { summary } = describeChange(before, after, { read: [], removed: [], isIndexChanged: false });
    expect(summary).toBe('added go/acme/a, go/acme/b, go/acme/c and 2 more; removed go/acme/e');
  });
});
