import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportsResponse, SkillReport } from '../../../src-server/contract/api/skill-report.ts';
import { MOST_REPORTS, reportFiles } from '../../../src-server/service/report-files.ts';
import { userFolders } from '../../../src-server/user-folders.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';

async function open(registry = temporaryRegistry([KEY, 'rust/tokio-rs/tokio'])) {
  const { url } = await startTestServer(registry);
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as SkillReport & { readonly error?: string },
    };
  };
  const list = async () => ((await (await fetch(`${url}/v1/reports`)).json()) as ReportsResponse).reports;
  return { url, registry, post, list };
}

const ownedBy = (registry: string) => ({ of: () => registry, all: () => [registry] });

describe('notes about what is wrong with a skill', () => {
  it('are kept for the registry, newest first, and change nothing in it', async () => {
    isolateUserFolders();
    const { url, registry, post, list } = await open();
    const before = [
      readdirSync(registry, { recursive: true }),
      await (await fetch(`${url}/v1/skills/${KEY}`)).text(),
    ];
    const first = await post('/v1/reports', {
      path: 'spdlog@1.14',
      section: 'pitfalls',
      what: 'shutdown() is gone',
    });
    expect(first).toMatchObject({
      status: 201,
      body: { key: KEY, section: 'pitfalls', what: 'shutdown() is gone' },
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const client = await connectOverHttp(url, 'modern');
    const args = { library: KEY, what: 'A red line is missing' };
    expect(textOf(await client.callTool({ name: 'report_skill', arguments: args }))).toContain('Noted');
    expect(await list()).toMatchObject([
      { key: KEY, what: 'A red line is missing', by: expect.any(String) },
      { key: KEY, section: 'pitfalls' },
    ]);
    const after = [
      readdirSync(registry, { recursive: true }),
      await (await fetch(`${url}/v1/skills/${KEY}`)).text(),
    ];
    expect(after).toEqual(before);
    expect(await (await open(temporaryRegistry([KEY]))).list()).toEqual([]);
  });

  it('are one where they say the same, and go when they are removed', async () => {
    isolateUserFolders();
    const { post, list } = await open();
    const { body } = await post('/v1/reports', { path: KEY, what: 'wrong' });
    await post('/v1/reports', { path: KEY, what: 'wrong' });
    expect(await list()).toHaveLength(1);
    expect((await post('/v1/reports/0123/remove', {})).status).toBe(404);
    expect((await post(`/v1/reports/${body.id}/remove`, {})).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it.each([
    [{ path: 'nowhere', what: 'wrong' }, 404],
    [{ path: KEY, what: ' ' }, 400],
    [{ path: KEY, what: 'x'.repeat(1_001) }, 400],
    [{ path: KEY, section: 'x'.repeat(201), what: 'wrong' }, 400],
    [{ path: KEY, what: 'wrong', more: 1 }, 400],
    [[], 400],
    [{ path: KEY, what: 'x'.repeat(20_000) }, 413],
  ])('are refused where they fit no note: %j', async (body, status) => {
    isolateUserFolders();
    const { post, list } = await open();
    expect(await post('/v1/reports', body)).toMatchObject({ status, body: { error: expect.any(String) } });
    expect(await list()).toEqual([]);
  });

  it('are bounded: the oldest go', async () => {
    const data = temporaryFolder({});
    const reports = reportFiles(data, ownedBy('/registry'));
    for (let i = 0; i < MOST_REPORTS + 3; i += 1) await reports.add({ key: KEY, what: `note ${i}` });
    const kept = await reports.list();
    expect(kept).toHaveLength(MOST_REPORTS);
    expect(readdirSync(join(data, 'reports'))).toHaveLength(MOST_REPORTS);
    expect(kept.map(({ what }) => what)).toContain(`note ${MOST_REPORTS + 2}`);
  });

  it('of people stay when an agent reports without end', async () => {
    const data = temporaryFolder({});
    const reports = reportFiles(data, ownedBy('/registry'));
    await reports.add({ key: KEY, what: 'a note of a person' });
    const flood = Array.from({ length: MOST_REPORTS + 20 }, (_, i) => i);
    await Promise.all(flood.map((i) => reports.add({ key: KEY, what: `note ${i}`, by: 'agent' })));
    const kept = await reports.list();
    expect(kept).toHaveLength(MOST_REPORTS);
    expect(kept.map(({ what }) => what)).toContain('a note of a person');
  });

  it('are all kept when two services write at once, the same note once', async () => {
    const data = temporaryFolder({});
    const services = [reportFiles(data, ownedBy('/registry')), reportFiles(data, ownedBy('/registry'))];
    const notes = ['a', 'b', 'c', 'c'].flatMap((what) =>
      services.map((reports) => reports.add({ key: KEY, what })),
    );
    expect((await Promise.all(notes)).map(({ what }) => what).join('')).toBe('aabbcccc');
    for (const reports of services)
      expect((await reports.list()).map(({ what }) => what).sort()).toEqual(['a', 'b', 'c']);
  });

  it('are readable by this user alone', unless(onWindows), async () => {
    const data = join(temporaryFolder({}), 'data');
    const { id } = await reportFiles(data, ownedBy('/registry')).add({ key: KEY, what: 'wrong' });
    expect(statSync(join(data, 'reports', `${id}.json`)).mode & 0o777).toBe(0o600);
    expect(statSync(join(data, 'reports')).mode & 0o777).toBe(0o700);
  });

  it('survive damaged files beside them', async () => {
    const data = temporaryFolder({});
    const reports = reportFiles(data, ownedBy('/registry'));
    const { id } = await reports.add({ key: KEY, what: 'wrong' });
    writeFileSync(join(data, 'reports', `${'0'.repeat(32)}.json`), '{"id":');
    writeFileSync(
      join(data, 'reports', `${'1'.repeat(32)}.json`),
      readFileSync(join(data, 'reports', `${id}.json`)),
    );
    expect((await reports.list()).map((report) => report.id)).toEqual([id]);
    writeFileSync(join(data, 'reports', `${id}.json`), '\0'.repeat(100));
    expect(await reports.list()).toEqual([]);
    await reports.add({ key: KEY, what: 'wrong' });
    expect(await reports.list()).toHaveLength(1);
  });

  it('that can’t be written are refused in a sentence', async () => {
    const data = temporaryFolder({ reports: 'a file where the folder should be' });
    await expect(reportFiles(data, ownedBy('/registry')).add({ key: KEY, what: 'wrong' })).rejects.toThrow(
      /^The note could not be kept: .+\.$/,
    );
  });

  it('are never read from files that are none of ours', async () => {
    isolateUserFolders();
    const reports = reportFiles(userFolders().data, ownedBy('/registry'));
    const { id } = await reports.add({ key: KEY, what: 'wrong' });
    const other = reportFiles(userFolders().data, ownedBy('/other'));
    expect(await other.list()).toEqual([]);
    expect(await other.remove(id)).toBe(false);
    expect(await other.remove('../../reports')).toBe(false);
    expect(await reports.list()).toHaveLength(1);
  });
});
