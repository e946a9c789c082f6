import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../support/built-cli.ts';
import { createDiskLab, noDiskLab } from '../support/disk-lab/disk-lab.ts';
import { startServed, withinPatience } from '../support/disk-lab/served.ts';
import { measureStall, STALL_BOUND } from '../support/stall-meter.ts';
import { skillFiles, temporaryRegistry, writeFiles } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const NEIGHBOUR = 'cpp/gabime/fmtlog';
const OTHER = 'go/jackc/pgx';
const ALL = [NEIGHBOUR, KEY, OTHER];

describe('a folder on a disk that doesn’t answer', unless(noDiskLab), () => {
  it('silences nothing: neither /health nor lists, searches, other skills and prepared answers', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const control = await startServed(temporaryRegistry(ALL), createDiskLab());
    const prepared = (await served.get(`/v1/skills/${KEY}`)).text;
    const folder = join(registry, 'skills', KEY);
    const paths = [
      '/v1/skills',
      '/v1/search?q=spdlog',
      '/v1/find?q=overview+pitfalls',
      '/v1/status',
      `/v1/skills/${OTHER}`,
      `/v1/skills/${NEIGHBOUR}/safety`,
      `/v1/skills/${KEY}`,
    ];
    const { units } = await measureStall({ attacked: served.url, control: control.url }, async () => {
      lab.hang(folder);
      // Whoever looks at the folder now waits.
      writeFileSync(join(folder, 'safety.md'), 'Someone looks here.\n');
      await lab.someoneWaits(folder);
      // The disk is healed only afterwards: who waits for it gets no answer.
      for (const path of paths) expect((await served.get(path)).status, path).toBe(200);
      lab.heal(folder);
    });
    expect(units).toBeLessThan(STALL_BOUND);
    expect(prepared).toContain('"_contents"');
  });

  it('is told of as one that doesn’t answer, and keeps its place meanwhile', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const folder = join(registry, 'skills', KEY);
    lab.hang(folder);
    writeFileSync(join(folder, 'safety.md'), 'Someone looks here.\n');
    await eventually(
      () => served.diagnostics(),
      (all) =>
        all.some(
          ({ file, skillKey, message }) =>
            `${file}${skillKey}`.includes(KEY) && /TIMEOUT|answer/.test(message),
        ),
    );
    expect(await served.keys()).toEqual(ALL);
  });

  it('answers requests for unprepared texts with 503 and Retry-After', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.hang(join(registry, 'skills', KEY));
    for (const path of [`/v1/skills/${KEY}`, `/v1/skills/${KEY}/safety`]) {
      const { status, headers, text } = await served.get(path);
      expect({ path, status, retryAfter: headers['retry-after'] }).toEqual({
        path,
        status: 503,
        retryAfter: expect.stringMatching(/^[1-9]\d*$/),
      });
      expect(Object.keys(JSON.parse(text))).toEqual(['error']);
    }
  });

  it('delays no other request, whatever the number of requests', { tags: 'ci' }, async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const folder = join(registry, 'skills', KEY);
    lab.hang(folder);
    const waiting = Array.from({ length: 40 }, (_, number) =>
      served.get(`/v1/skills/${KEY}${number % 2 === 0 ? '' : '/safety'}`),
    );
    const settled = Promise.allSettled(waiting);
    expect((await served.get(`/v1/skills/${OTHER}`)).status).toBe(200);
    expect((await served.get(`/v1/skills/${NEIGHBOUR}/pitfalls`)).status).toBe(200);
    expect((await served.get('/v1/find?q=overview&explain=1')).status).toBe(200);
    lab.heal(folder);
    await settled;
  });

  it('is served again when the disk answers, with the edits made meanwhile', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const folder = join(registry, 'skills', KEY);
    lab.hang(folder);
    writeFileSync(join(folder, 'safety.md'), 'meanwhile zeppelin\n');
    await served.get(`/v1/skills/${KEY}`);
    lab.heal(folder);
    await eventually(
      () => served.find('zeppelin'),
      (found) => found.includes(KEY),
    );
    expect((await served.get(`/v1/skills/${KEY}/safety`)).text).toBe('meanwhile zeppelin\n');
    expect(await served.keys()).toEqual(ALL);
  });

  it('keeps nothing else from being picked up', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const folder = join(registry, 'skills', KEY);
    lab.hang(folder);
    writeFileSync(join(folder, 'safety.md'), 'Someone looks here.\n');
    await lab.someoneWaits(folder);
    writeFileSync(join(registry, 'skills', OTHER, 'safety.md'), 'elsewhere zeppelin\n');
    writeFiles(registry, skillFiles('skills/rust/tokio-rs/tokio', 'rust/tokio-rs/tokio'));
    await eventually(
      () => served.find('zeppelin'),
      (found) => found.includes(OTHER),
    );
    await eventually(
      () => served.keys(),
      (keys) => keys.includes('rust/tokio-rs/tokio'),
    );
  });

  for (const [hung, isEveryday] of [
    ['skills/cpp/gabime/spdlog', true],
    ['skills/cpp', false],
  ] as const)
    it(`at the start: ${hung} hangs, the rest is served, and the folder appears later`, {
      tags: isEveryday ? [] : ['ci'],
    }, async () => {
      const registry = temporaryRegistry(ALL);
      const lab = createDiskLab();
      lab.hang(join(registry, hung));
      const served = await startServed(registry, lab);
      expect((await served.get('/health')).status).toBe(200);
      expect(await served.keys()).toContain(OTHER);
      expect((await served.get(`/v1/skills/${OTHER}`)).status).toBe(200);
      expect(await served.keys()).not.toContain(KEY);
      lab.heal(join(registry, hung));
      await eventually(
        () => served.keys(),
        (keys) => keys.length === ALL.length,
      );
    });

  it('slow disk: all answers arrive in the end, and edits show', { tags: 'ci' }, async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    lab.slow(registry, 20);
    const served = await startServed(registry, lab);
    expect(await served.keys()).toEqual(ALL);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'slowly zeppelin\n');
    await eventually(
      () => served.find('zeppelin'),
      (found) => found.includes(KEY),
    );
    expect((await served.get(`/v1/skills/${KEY}`)).status).toBe(200);
  });

  for (const [signal, isEveryday] of [
    ['SIGTERM', true],
    ['SIGINT', false],
  ] as const)
    it(`lets ${signal} stop the service with pending requests, and leaves no trace`, {
      tags: isEveryday ? [] : ['ci'],
    }, async () => {
      const registry = temporaryRegistry(ALL);
      const lab = createDiskLab();
      const served = await startServed(registry, lab);
      const folder = join(registry, 'skills', KEY);
      expect(served.isAnnounced()).toBe(true);
      lab.hang(folder);
      writeFileSync(join(folder, 'safety.md'), 'Someone looks here.\n');
      const waiting = Promise.allSettled(
        Array.from({ length: 8 }, () => served.get(`/v1/skills/${KEY}/overview`)),
      );
      await lab.someoneWaits(folder);
      served.cli.process.kill(signal);
      await withinPatience(served.cli.exited, signal);
      // A thread that waits for the disk can't be ended; the process leaves without it, by a signal.
      expect(served.cli.process.signalCode).toBe('SIGTERM');
      expect(served.isAnnounced()).toBe(false);
      await waiting;
    });

  it('keeps nobody from stopping a service that isn’t ready for it', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    lab.hang(registry);
    const cli = startCli(['serve', '-r', registry, '-p', '0', '--json'], {
      userFolder: temporaryUserFolder(),
      env: lab.env,
    });
    await lab.someoneWaits(registry);
    cli.process.kill('SIGTERM');
    await withinPatience(cli.exited, 'SIGTERM');
    expect(cli.err()).not.toContain('    at ');
  });
});
