/** What the README quotes and lists, held against the program, the sample and the lock file. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FindResponse, FindResult } from '../../src-server/contract/api/api.ts';
import { STANDARD_FILES } from '../../src-server/contract/api/standard-files.ts';
import { TIER_RANGES } from '../../src-server/contract/api/trust-tiers.ts';
import { MCP_CLIENTS } from '../../src-server/contract/clients/mcp-clients.ts';
import { openApi } from '../support/openapi-check.ts';
import { runCliHere } from '../support/run-cli-here.ts';
import { readPage } from './markdown-page.ts';

const README = readPage('README.md');
const TEXT = readFileSync('README.md', 'utf8');
const SAMPLE = 'assets/sample-registry';

/** The cells of each row below a heading. */
function rowsBelow(heading: string, page = README): readonly (readonly string[])[] {
  const part = page.prose.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = part.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => line.slice(2, -2).split(' | '));
}

/** What `find --explain` says first, over the sample. */
async function firstAnswer(question: string): Promise<FindResult> {
  const { out } = await runCliHere(['find', '--json', '--explain', '-r', SAMPLE, question]);
  const [first] = (JSON.parse(out) as FindResponse).results;
  if (first === undefined) throw new Error(`Nothing answers: ${question}`);
  return first;
}

describe('the example at the top', () => {
  const [before, after] = README.blocks.filter(({ language }) => language === 'python');
  const link = README.links.find((target) => target.startsWith(`${SAMPLE}/skills/`)) ?? '';
  const skill = readFileSync(link, 'utf8');
  const quoted = (block: typeof before) => `\`\`\`python\n${block?.lines.join('\n')}\n\`\`\`\n`;

  it('is what the skill that it links to says, the bad before the good', () => {
    expect(skill).toContain(`Bad:\n\n${quoted(before)}\nGood:\n\n${quoted(after)}`);
  });

  it('is told by the section that the first question is answered with', async () => {
    const [, question = ''] = /^\$ skills-registry find .*'(.+)'$/m.exec(TEXT) ?? [];
    const { key, strength, section } = await firstAnswer(question);
    const file = `${SAMPLE}/skills/${key}/${section?.file}`;
    expect({ file, strength }).toEqual({ file: link, strength: 'strong' });
    const lines = skill.split('\n').slice((section?.line_start ?? 0) - 1, section?.line_end);
    expect(`${lines.join('\n')}\n`).toContain(quoted(before));
  });
});

describe('what to ask in three clients', () => {
  const rows = rowsBelow('Connect your agent');

  it('is for clients that can be connected', () => {
    const names = Object.values(MCP_CLIENTS).map(({ name }) => name);
    expect(rows).toHaveLength(3);
    for (const [client = ''] of rows) expect(names).toContain(client.replace(/,.*/, ''));
  });

  it.each(rows)(
    '%s: is answered first by the skill and the file that it should read',
    async (_client, question, read) => {
      const { key, section } = await firstAnswer(String(question));
      expect(`\`${key}\`, \`${section?.file.replace('.md', '')}\``).toBe(read);
    },
  );
});

describe('the table of paths', () => {
  const inOpenApi = (path: string) =>
    path
      .replace('<language>', '{lang}')
      .replace('<file>', '{section}')
      .replace(/<(\w+)>/g, '{$1}');
  const rows = rowsBelow('Paths', readPage('docs/http.md')).map(([path = '', answer = '']) => ({
    path: inOpenApi(path.replaceAll('`', '')),
    answer,
  }));

  it('has only paths that are answered', () => {
    for (const { path } of rows) expect(openApi.paths).toHaveProperty([path]);
  });

  it('leaves out only what is below a path that it has, and the files of the page', () => {
    const covered = [...rows.map(({ path }) => path).filter((path) => path !== '/'), '/assets'];
    const isBelow = (path: string) =>
      covered.some((one) => path === one || path.startsWith(`${one.replace('/index.json', '')}/`));
    expect(Object.keys(openApi.paths).filter((path) => path !== '/' && !isBelow(path))).toEqual([]);
  });

  it.each(rows)('names parameters that $path takes', ({ path, answer }) => {
    const taken = openApi.paths[path]?.['get']?.parameters?.map(({ name }) => name) ?? [];
    const named = [...answer.matchAll(/`(q|limit|lang|key|explain|fresh)(?:=1)?`/g)].map(([, name]) => name);
    expect(taken).toEqual(expect.arrayContaining(named));
  });

  it('names the tools that MCP lists', () => {
    const listed = readFileSync('test/server/mcp/snapshots/tools-list.txt', 'utf8');
    const row = rows.find(({ path }) => path === '/mcp')?.answer ?? '';
    const tools = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(new Set(tools)).toEqual(new Set([...listed.matchAll(/"name": "(\w+)"/g)].map(([, name]) => name)));
  });
});

describe('the format', () => {
  const [, tree = ''] =
    /```\nmy-registry\/\n([\s\S]*?)```/.exec(readFileSync('docs/format.md', 'utf8')) ?? [];

  it.each(Object.entries(STANDARD_FILES))('has the files of %s', (priority, files) => {
    const line = tree.split('\n').find((one) => one.endsWith(` ${priority}`)) ?? '';
    expect(line.trim().split(/\s+/)).toEqual([...files, priority]);
  });

  it('says of tiers what the rules say', () => {
    const [, tier = ''] =
      rowsBelow('Files and words', readPage('docs/format.md')).find(([word]) => word === 'tier') ?? [];
    expect(tier.match(/\d+ to \d+/g)).toEqual(Object.values(TIER_RANGES).map((range) => range.join(' to ')));
  });
});

describe('what npm says about old Nodes', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  const lowest = (range: string) =>
    Math.min(...range.split('||').map((part) => Number(/\d+/.exec(part)?.[0] ?? 0)));
  const late = Object.entries(packages)
    .filter(([, { engines }]) => lowest(engines?.node ?? '0') > 20)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '');

  it('is about as many packages as it says, all of them Electron’s', () => {
    expect(late).toContain('@electron/get');
    expect(late).toHaveLength(5);
    expect(late.filter((name) => !/electron|^node-abi$/.test(name))).toEqual([]);
  });
});

it('is short enough to be read at once', () => {
  expect(TEXT.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

it('the program names the same version as the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(TEXT).toContain(`"version":"${version}"`);
  expect(TEXT).toContain(`skills-registry-${version}.tgz`);
});
