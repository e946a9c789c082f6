import { describe, expect, it } from 'vitest';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { measureStall, STALL_BOUND } from '../../support/stall-meter.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { validSkill, validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/redis/hiredis';
const OTHER = 'cpp/gabime/spdlog';
const FILES = ['overview.md', 'pitfalls.md', 'safety.md'];

/** A text that makes a scanner try again and again, if anything does. */
const WORST: ReadonlyArray<readonly [string, (length: number) => string]> = [
  ['tildes before a backtick', (length) => `${'~'.repeat(length)}\``],
  ['links in brackets that never close', (length) => '[a](b('.repeat(length / 6)],
  ['targets with pair after pair', (length) => `](x${'(y)'.repeat(length / 3)}`],
  ['openings of links', (length) => ']('.repeat(length / 2)],
  ['a heading of blanks', (length) => `# ${' '.repeat(length)}\u2028`],
  ['comments that never end', (length) => '<!--'.repeat(length / 4)],
  ['runs of backticks', (length) => '`a``a```a'.repeat(length / 9)],
  ['titles after rows', (length) => '|a|\n'.repeat(length / 8) + '# a\n'.repeat(length / 8)],
  ['dead links', (length) => '[](a.)'.repeat(length / 6)],
  ['one word', (length) => 'a'.repeat(length)],
  ['marks upon marks', (length) => '\u0301\u0323'.repeat(length / 4)],
];

async function serve(registry: string, ...options: string[]): Promise<string> {
  const cli = startCli(['serve', '-p', '0', '-r', registry, ...options], {
    userFolder: temporaryUserFolder(),
  });
  const out = await eventually(cli.out, (text) => text.includes('Stop with'));
  return out.match(/http:\/\/[\d.]+:\d+/)?.[0] ?? '';
}

function submit(url: string, text: string, query = ''): Promise<{ status: number; text: string }> {
  const { manifest, files } = validSkill();
  return ask(`${url}/v1/skills${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ skill: manifest, files: { ...files, 'overview.md': text } }),
  });
}

describe('texts that were made to stall', () => {
  async function expectAnswers(length: number): Promise<void> {
    const [attacked, control] = await Promise.all([
      serve(temporaryRegistry([OTHER]), '--allow-submit'),
      serve(temporaryRegistry([OTHER])),
    ]);
    const statuses: number[] = [];
    const report = await measureStall({ attacked, control }, async () => {
      for (const [, make] of WORST) {
        statuses.push((await submit(attacked, make(length))).status);
        statuses.push((await submit(attacked, make(length), '?check=1')).status);
      }
    });
    expect(statuses.slice(0, 2)).toEqual([422, 200]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(report.units, JSON.stringify(report)).toBeLessThan(STALL_BOUND);
  }

  it('are answered in a submission of 120 kB, and so is /health meanwhile', () => expectAnswers(120_000));

  it('are answered in a submission of almost 1 MiB, and so is /health meanwhile', { tags: 'ci' }, () =>
    expectAnswers(1_000_000),
  );

  it('end for `skills-registry validate`, one after the other', async () => {
    const skills = WORST.map(([, make], number) =>
      validSkillFiles(`cpp/acme/text${number}`, ({ files }) => {
        for (const path of [...FILES, 'examples/basic.cpp']) files[path] = make(80_000);
      }),
    );
    const registry = temporaryFolder(Object.assign({}, ...skills));
    const { code, out } = await runCliProcess(['validate', registry, '--json'], {
      userFolder: temporaryUserFolder(),
    });
    expect([code, JSON.parse(out).skills.length]).toEqual([1, WORST.length]);
  });

  it('never delay a small skill, whatever the number of megabytes to count', { tags: 'ci' }, async () => {
    const word = `${'qzjxvwkpy'.repeat(111)} `;
    const extra = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`part${n}.md`, word.repeat(2_000)]),
    );
    const paths = ['overview.md', 'pitfalls.md', 'safety.md', ...Object.keys(extra)];
    const changes = { files: { P0: paths, P1: [], P2: [], P3: [] } };
    const registry = temporaryFolder({
      ...skillFiles(`skills/${KEY}`, KEY, changes, extra),
      ...skillFiles(`skills/${OTHER}`, OTHER),
    });
    const url = await serve(registry);
    const order: string[] = [];
    const large = ask(`${url}/v1/skills/${KEY}`).then(() => order.push('large'));
    const small = eventually(
      () => ask(`${url}/v1/skills/${OTHER}`),
      ({ status }) => status === 200,
    ).then(() => order.push('small'));
    await Promise.all([large, small]);
    expect(order).toEqual(['small', 'large']);
  });

  it('are answered about, with where they say it, where they are 150,000 sections', {
    tags: 'ci',
  }, async () => {
    const sections = '# x\nsinking\n'.repeat(75_000);
    const registry = temporaryFolder(
      skillFiles(`skills/${KEY}`, KEY, {}, { 'overview.md': sections, 'pitfalls.md': sections }),
    );
    const [attacked, control] = await Promise.all([serve(registry), serve(temporaryRegistry([OTHER]))]);
    const statuses: number[] = [];
    const report = await measureStall({ attacked, control }, async () => {
      for (let time = 0; time < 3; time += 1) {
        const { status, text } = await ask(`${attacked}/v1/find?q=sinking&explain=1`);
        statuses.push(status);
        expect(text).toContain('"heading":"x"');
      }
    });
    expect(statuses).toEqual([200, 200, 200]);
    expect(report.units, JSON.stringify(report)).toBeLessThan(STALL_BOUND);
  });

  it('are served with an estimate where they are one word of six megabytes', async () => {
    const text = 'a'.repeat(6 * 1024 * 1024);
    const registry = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'overview.md': text }));
    const answer = await ask(`${await serve(registry)}/v1/skills/${KEY}`);
    expect(answer.status).toBe(200);
    const skill = answer.json<{ _tokens: Record<string, number>; _tokens_estimated: string[] }>();
    expect(skill._tokens_estimated).toEqual(['overview.md']);
    expect(skill._tokens['overview.md']).toBeGreaterThan(100_000);
  });
});
