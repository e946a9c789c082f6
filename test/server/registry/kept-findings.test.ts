import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SkillKey } from '../../../src-server/contract/api/api.ts';
import { compareDiagnostics, DIAGNOSTICS } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { createDiskDoor, type ReadRequest } from '../../../src-server/registry/disk/disk-door.ts';
import { readHere } from '../../../src-server/registry/disk/load-registry.ts';
import { FullChecks } from '../../../src-server/registry/full-checks.ts';
import {
  type FindingsFile,
  KeptFindings,
  type KeptRecord,
} from '../../../src-server/registry/kept-findings.ts';
import { emptyModel, nextModel } from '../../../src-server/registry/model/registry-model.ts';
import type { RegistryLocation } from '../../../src-server/registry/model/registry-snapshot.ts';
import type { Skill } from '../../../src-server/registry/model/skill.ts';
import { problemsIn } from '../../../src-server/registry/problems.ts';
import { findingsFile } from '../../../src-server/service/findings-file.ts';
import { checkerHere, type SkillChecker } from '../../../src-server/validation/skill-checker.ts';
import { SkillScan } from '../../support/skill-scan.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEYS = ['cpp/a/one', 'cpp/b/two', 'cpp/c/three'] as const;
const SHORT = '# Overview\n\nShort.\n';
/** When all files are old enough for their stamps to be believed. */
const LATER = Date.now() + 3_600_000;

const words = checkerHere(async () => (text) => ({ tokens: text.split(/\s+/).length, isEstimate: false }));

function prepare(keys: readonly SkillKey[] = KEYS) {
  const root = temporaryFolder(Object.assign({}, ...keys.map((key) => validSkillFiles(key))));
  writeFiles(root, { [`skills/${keys[1]}/overview.md`]: SHORT });
  return { root, file: join(temporaryFolder(), 'kept', 'find.findings') };
}

interface StartOptions {
  readonly checker?: Pick<SkillChecker, 'check'>;
  readonly now?: number;
  readonly layout?: RegistryLocation['layout'];
  readonly read?: (requests: readonly ReadRequest[]) => ReturnType<typeof readHere>;
  readonly until?: (checks: FullChecks) => boolean;
}

/** Checks a registry once, with what earlier runs kept: what was found, and which skills were looked at. */
async function start(root: string, store: FindingsFile, options: StartOptions = {}) {
  const { checker = words, now = LATER, layout = 'registry', read = readHere } = options;
  const location: RegistryLocation = { root, skillsFolder: 'skills', layout };
  const { delta } = new SkillScan({ door: createDiskDoor(), location, now: () => now }).look();
  const applied = nextModel(emptyModel(location), delta ?? { upserted: [], removed: [] }, new Date(0));
  const asked: SkillKey[] = [];
  const watched: Pick<SkillChecker, 'check'> = {
    check(skill, ...rest) {
      asked.push(skill.key);
      return checker.check(skill, ...rest);
    },
  };
  const kept = new KeptFindings(store, layout);
  const checks = new FullChecks({ checker: watched, logger: silentLogger, kept, onChange() {} });
  onTestFinished(() => checks.close());
  checks.follow(applied.snapshot, { changed: [...applied.snapshot.skills.keys()], removed: [] });
  checks.begin({ location, read, refresh: async () => {} });
  const { until = () => checks.present().checking === undefined } = options;
  await eventually(() => until(checks), Boolean);
  await checks.close();
  return { asked, found: [...problemsIn(checks.present())].sort(compareDiagnostics) };
}

const NOTHING: FindingsFile = { read: async () => [], write: async () => {} };

describe('what earlier runs found', () => {
  it('isn’t looked for again where the files are the same, and is told as it was', async () => {
    const { root, file } = prepare();
    const first = await start(root, findingsFile(file, silentLogger));
    expect(first.asked).toHaveLength(3);
    expect(first.found.map(({ code, skillKey }) => `${code} ${skillKey}`)).toEqual([
      `tokens-too-few ${KEYS[1]}`,
    ]);
    const second = await start(root, findingsFile(file, silentLogger));
    expect(second).toEqual({ asked: [], found: first.found });
  });

  it('counts for nothing of a skill that was edited meanwhile, also where size and time were kept', async () => {
    const { root, file } = prepare();
    await start(root, findingsFile(file, silentLogger));
    const path = join(root, 'skills', KEYS[0], 'overview.md');
    const { atime, mtime, size } = statSync(path);
    writeFileSync(path, SHORT.padEnd(size));
    utimesSync(path, atime, mtime);
    const second = await start(root, findingsFile(file, silentLogger));
    expect(second.asked).toEqual([KEYS[0]]);
    expect(second.found).toEqual((await start(root, NOTHING)).found);
  });

  it('counts for nothing where the registry is laid out in another way', async () => {
    const { root, file } = prepare();
    await start(root, findingsFile(file, silentLogger));
    const { asked } = await start(root, findingsFile(file, silentLogger), { layout: 'library' });
    expect(asked).toHaveLength(3);
  });

  it('is not kept of files so young that they may have changed unseen', async () => {
    const { root, file } = prepare();
    const { ctimeMs: now } = statSync(join(root, 'skills', KEYS[1], 'skill.json'));
    await start(root, findingsFile(file, silentLogger), { now });
    expect((await start(root, findingsFile(file, silentLogger))).asked).toContain(KEYS[1]);
  });

  it('is not kept of a skill of which a text could not be read', async () => {
    const { root, file } = prepare();
    const read: StartOptions['read'] = async (requests) =>
      (await readHere(requests)).map((reading, place) =>
        requests[place]?.path.endsWith(`${KEYS[2]}/pitfalls.md`)
          ? { ok: false, cause: 'unreadable', code: 'EIO' }
          : reading,
      );
    await start(root, findingsFile(file, silentLogger), { read });
    expect((await start(root, findingsFile(file, silentLogger))).asked).toEqual([KEYS[2]]);
  });

  it('is not kept where it passes: a time in the future, a check that was not finished', async () => {
    const { root, file } = prepare();
    const path = join(root, 'skills', KEYS[0], 'skill.json');
    const ahead = JSON.stringify({
      ...JSON.parse(readFileSync(path, 'utf8')),
      updated_at: '2999-01-01T00:00:00Z',
    });
    writeFileSync(path, ahead);
    const checker: Pick<SkillChecker, 'check'> = {
      check: (skill, context) =>
        skill.key === KEYS[2] ? Promise.reject(new Error('no')) : words.check(skill, context),
    };
    const first = await start(root, findingsFile(file, silentLogger), { checker });
    expect(first.found.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['check-unfinished', 'updated-at-future']),
    );
    expect((await start(root, findingsFile(file, silentLogger))).asked).toEqual([KEYS[0], KEYS[2]]);
  });

  it('is kept of what was done when the service is stopped in the middle of many', async () => {
    const keys = Array.from({ length: 40 }, (_, number) => `cpp/many/n${number}`);
    const { root, file } = prepare(keys);
    const isHalfDone = (checks: FullChecks) => (checks.present().checking?.done ?? 40) >= 20;
    const first = await start(root, findingsFile(file, silentLogger), { until: isHalfDone });
    const second = await start(root, findingsFile(file, silentLogger));
    expect(second.asked.length).toBeLessThan(40 - first.asked.length / 2);
    expect(second.found).toEqual((await start(root, NOTHING)).found);
  });

  it('is written when all is checked and over one in two hundred is new, before that in ever longer steps', async () => {
    const { root } = prepare();
    const location: RegistryLocation = { root, skillsFolder: 'skills', layout: 'registry' };
    const { delta } = new SkillScan({ door: createDiskDoor(), location, now: () => LATER }).look();
    const applied = nextModel(emptyModel(location), delta ?? { upserted: [], removed: [] }, new Date(0));
    const skill = applied.snapshot.skills.get(KEYS[0]) as Skill;
    const kept = new KeptFindings(NOTHING, 'registry');
    const writtenAfter: number[] = [];
    for (let done = 1; done <= 1_000; done += 1) {
      kept.note(skill, []);
      if (!kept.isDue(1_000, done === 1_000)) continue;
      writtenAfter.push(done);
      await kept.save(Array.from({ length: done }, () => [skill, []]));
    }
    expect(writtenAfter).toEqual([51, 102, 154, 232, 349, 524, 787, 1_000]);
    for (let edited = 1; edited <= 5; edited += 1) kept.note(skill, []);
    expect(kept.isDue(1_000, true)).toBe(false);
    kept.note(skill, []);
    expect(kept.isDue(1_000, true)).toBe(true);
  });

  it('counts for nothing where its file is damaged, and is found anew', async () => {
    const { root, file } = prepare();
    const { found } = await start(root, findingsFile(file, silentLogger));
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 40)) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      writeFileSync(file, damaged);
      const store = findingsFile(file, silentLogger);
      expect(await store.read()).toEqual([]);
    }
    expect(await start(root, findingsFile(file, silentLogger))).toEqual({
      asked: expect.arrayContaining([...KEYS]),
      found,
    });
    expect(readFileSync(file)).toEqual(whole);
  });

  it('says nothing of other skills and in no unknown words, whatever stands behind a right checksum', async () => {
    const { root, file } = prepare();
    await start(root, findingsFile(file, silentLogger));
    const whole = readFileSync(file);
    const changes = fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const bytes = Buffer.from(whole);
        for (const { at, value } of list) bytes[12 + (at % (bytes.length - 12))] = value;
        bytes.writeUInt32LE(crc32(bytes.subarray(12)), 8);
        writeFileSync(file, bytes);
        const { found } = await start(root, { ...findingsFile(file, silentLogger), write: async () => {} });
        for (const { code, skillKey, message } of found) {
          expect(Object.keys(DIAGNOSTICS)).toContain(code);
          expect([...KEYS, undefined]).toContain(skillKey);
          expect(typeof message).toBe('string');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('counts for nothing in the place of another registry’s', async () => {
    const [one, other] = [prepare(), prepare()];
    await start(one.root, findingsFile(one.file, silentLogger));
    expect((await start(other.root, findingsFile(one.file, silentLogger))).asked).toHaveLength(3);
  });

  const finding = { code: 'tokens-too-few', severity: 'warning', message: 'Few.', skillKey: KEYS[0] };

  it.each<readonly [what: string, findings: unknown]>([
    ['no list', finding],
    ['no finding', [null]],
    ['no word for its weight', [{ ...finding, severity: 'fatal' }]],
    ['a code in a list', [{ ...finding, code: ['tokens-too-few'] }]],
    ['a code that all objects have', [{ ...finding, code: 'constructor' }]],
    ['no message', [{ ...finding, message: undefined }]],
    ['another skill', [{ ...finding, skillKey: KEYS[1] }]],
    ['a line before the first', [{ ...finding, line: 0 }]],
    ['a file that is no text', [{ ...finding, file: {} }]],
    ['what no finding has', [{ ...finding, html: '<b>' }]],
  ])('counts for nothing where it says %s', async (_what, findings) => {
    const { root } = prepare();
    let written: readonly KeptRecord[] = [];
    const store = (records: readonly KeptRecord[]): FindingsFile => ({
      read: async () => records,
      write: async (known) => {
        written = known;
      },
    });
    await start(root, store([]));
    const say = (said: unknown) =>
      written.map((record) =>
        record.key === KEYS[0] ? { ...record, findings: Buffer.from(JSON.stringify(said)) } : record,
      );
    const [honest, forged] = [say([finding]), say(findings)];
    expect((await start(root, store(honest))).asked).toEqual([]);
    expect((await start(root, store(forged))).asked).toEqual([KEYS[0]]);
  });

  it('lies where only its owner can read it', async () => {
    const { root, file } = prepare();
    await start(root, findingsFile(file, silentLogger));
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  });
});
