import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryUserFolder } from '../support/built-cli.ts';
import { createDiskLab, type DiskLab, noDiskLab } from '../support/disk-lab/disk-lab.ts';
import { type Served, startServed } from '../support/disk-lab/served.ts';
import { runCliAs } from '../support/run-cli-here.ts';
import { skillFiles, temporaryFolder, temporaryRegistry, writeFiles } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';

/** How the system's events can fail to tell, each by itself unnoticeable for whoever relies on them. */
type Silence = readonly [why: string, silence: (lab: DiskLab, registry: string) => void];
const SILENCES: readonly Silence[] = [
  ['no event ever comes', (lab, registry) => lab.deafen(registry)],
  ['the limit of watches is reached', (lab, registry) => lab.fail(registry, 'ENOSPC', 'w')],
  ['one folder raises no event', (lab, registry) => lab.deafen(join(registry, 'skills', KEY))],
];

/** Those whose like is among the others; left to CI. */
const FURTHER_SILENCES: readonly Silence[] = [
  ['the queue of events runs over', (lab, registry) => lab.overflow(registry)],
  ['there are no more handles for watches', (lab, registry) => lab.fail(registry, 'EMFILE', 'w')],
  ['watching is forbidden', (lab, registry) => lab.fail(registry, 'EPERM', 'w')],
  ['the file system can’t be watched', (lab, registry) => lab.fail(registry, 'EIO', 'w')],
  [
    'the limit of watches is reached for one folder',
    (lab, registry) => lab.fail(join(registry, 'skills', KEY), 'ENOSPC', 'w'),
  ],
];

/** So long after the start nothing is looked at any more because of that alone. */
const STARTED_MS = 1_500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function expectEditsShow(served: Served, registry: string): Promise<void> {
  await pause(STARTED_MS);
  writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'quaternion\n');
  await eventually(
    () => served.find('quaternion'),
    (found) => found.includes(KEY),
  );
  writeFiles(registry, skillFiles('skills/rust/tokio-rs/tokio', 'rust/tokio-rs/tokio'));
  await eventually(
    () => served.keys(),
    (keys) => keys.includes('rust/tokio-rs/tokio'),
  );
}

describe('where the system’s events don’t tell of a change', unless(noDiskLab), () => {
  it.each(SILENCES)('because %s, the scan finds the change', expectFound);
  it.each(FURTHER_SILENCES)('because %s, the scan finds the change', { tags: 'ci' }, expectFound);

  async function expectFound(...[, silence]: Silence): Promise<void> {
    const registry = temporaryRegistry([KEY, OTHER]);
    const lab = createDiskLab();
    silence(lab, registry);
    const served = await startServed(registry, lab);
    await expectEditsShow(served, registry);
  }

  it('because of an end of all events, the scan finds the change', async () => {
    const registry = temporaryRegistry([KEY, OTHER]);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    writeFileSync(join(registry, 'skills', OTHER, 'safety.md'), 'before zeppelin\n');
    await eventually(
      () => served.find('zeppelin'),
      (found) => found.includes(OTHER),
    );
    lab.deafen(registry);
    await expectEditsShow(served, registry);
  });

  it('the change shows within a minute without options', { tags: 'ci' }, async () => {
    const registry = temporaryRegistry([KEY, OTHER]);
    const lab = createDiskLab();
    lab.deafen(registry);
    const served = await startServed(registry, lab, { options: [] });
    await pause(STARTED_MS);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'quaternion\n');
    await eventually(
      () => served.find('quaternion'),
      (found) => found.includes(KEY),
    );
  });

  it('the status says scan after a refusal of events', async () => {
    const registry = temporaryRegistry([KEY]);
    const lab = createDiskLab();
    lab.fail(registry, 'ENOSPC', 'w');
    const served = await startServed(registry, lab);
    await eventually(
      async () => (await served.status()).registry.watching,
      (watching) => watching === 'scan',
    );
    expect(served.cli.err()).toContain('limit');
  });

  it('a scan that finds nothing new makes no new version', async () => {
    const registry = temporaryRegistry([KEY, OTHER]);
    const served = await startServed(registry, createDiskLab());
    const { generation } = await served.status();
    await pause(3_500);
    expect((await served.status()).generation).toBe(generation);
  });
});

describe('skills-registry serve', () => {
  it.each([
    ['--scan-interval', 'soon'],
    ['--scan-interval', '-1'],
    ['--watch', 'sometimes'],
  ])('refuses %s %s and says what it takes', async (option, value) => {
    const { code, err } = await runCliAs(['serve', '-r', temporaryFolder(), option, value], {
      userFolder: temporaryUserFolder(),
    });
    expect(code).toBe(2);
    expect(err).toContain(option);
    expect(err).not.toContain('unknown option');
  });

  it('tells of the ways to follow a registry in its help', async () => {
    const { out } = await runCliAs(['serve', '--help'], { userFolder: temporaryUserFolder() });
    expect(out).toContain('--scan-interval');
    for (const way of ['auto', 'events', 'scan', 'off']) expect(out).toContain(`"${way}"`);
    expect(out).toContain('--no-watch');
  });
});
