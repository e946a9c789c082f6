/** Lines of the page in a browser, run where they are printed: beside the service that the page comes from. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  connectLine,
  serveInsteadLine,
  serveLine,
  stopLine,
} from '../../../src-renderer/domain/command-lines.ts';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { Status } from '../../../src-server/contract/api.ts';
import { MCP_CLIENTS } from '../../../src-server/contract/clients/clients.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { listening } from '../../support/listening.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { urlOf } from '../../support/url-of.ts';

/** Without quoting: the folders of tests need none. */
const wordsOf = (line: string) => line.split(' ').slice(1);
const portOf = (url: string) => Number(new URL(url).port);

async function serve(userFolder: string, registry: string) {
  const url = await urlOf(startCli(['serve', '-p', '0', '-r', registry], { userFolder }));
  return { address: url, folder: registry, port: portOf(url) };
}
const statusOf = async (url: string) => (await (await fetch(`${url}/v1/status`)).json()) as Status;

it('connects to the service that printed the line, though another one runs and was started later', async () => {
  const userFolder = temporaryUserFolder();
  const own = await serve(userFolder, temporaryRegistry(['cpp/gabime/spdlog']));
  await serve(userFolder, temporaryRegistry(['rust/tokio-rs/tokio']));
  const cursor = wordsOf(connectLine(MCP_CLIENTS.cursor, own, 'sh'));
  expect(await runCliAs(cursor, { userFolder })).toMatchObject({ code: 0 });
  expect(readFileSync(join(userFolder, '.cursor', 'mcp.json'), 'utf8')).toContain(`"${own.address}/mcp"`);
});

it('connects a client that can only start programs to the folder of the page', async () => {
  const userFolder = temporaryUserFolder();
  const own = await serve(userFolder, temporaryRegistry(['cpp/gabime/spdlog']));
  await serve(userFolder, temporaryRegistry(['rust/tokio-rs/tokio']));
  const line = connectLine(MCP_CLIENTS['claude-desktop'], own, 'sh');
  const { code, out } = await runCliAs(wordsOf(line), { userFolder });
  expect(code).toBe(0);
  expect(out).toContain(own.folder);
});

it('stops the service of the page, and leaves the others', async () => {
  const userFolder = temporaryUserFolder();
  const own = await serve(userFolder, temporaryRegistry(['cpp/gabime/spdlog']));
  const other = await serve(userFolder, temporaryRegistry(['rust/tokio-rs/tokio']));
  expect(await runCliAs(wordsOf(stopLine(own.port)), { userFolder })).toMatchObject({ code: 0 });
  await expect(fetch(own.address)).rejects.toThrow();
  expect((await statusOf(other.address)).registry.path).toBe(other.folder);
});

it('serves the sample, whatever folder it is asked in and whatever is remembered', async () => {
  const userFolder = temporaryUserFolder();
  const empty = temporaryRegistry([], { 'index.json': { schema: 'skills/v1', skills: [] } });
  const line = serveLine({ folder: empty, port: undefined, isSample: true }, 'sh');
  const cli = startCli([...wordsOf(line), '-p', '0'], { userFolder, cwd: empty });
  const { registry } = await statusOf(await urlOf(cli));
  expect(registry).toMatchObject({ path: sampleRegistry(), sample: true });
});

/** What the page prints, with its place filled in, run beside the service. */
async function replaceBy(line: string, own: { readonly port: number }, userFolder: string, cwd?: string) {
  const cli = startCli(wordsOf(line), { userFolder, ...(cwd !== undefined && { cwd }) });
  expect(portOf(await urlOf(cli))).toBe(own.port);
  return (await statusOf(`http://127.0.0.1:${own.port}`)).registry;
}

it('serves another folder in place of the page’s, at its address', async () => {
  const userFolder = temporaryUserFolder();
  const own = await serve(userFolder, temporaryRegistry(['cpp/gabime/spdlog']));
  const other = temporaryRegistry(['rust/tokio-rs/tokio']);
  const line = serveInsteadLine('-r <folder>', own.port).replace('<folder>', other);
  expect(await replaceBy(line, own, userFolder)).toMatchObject({ path: other });
});

it('serves the sample in place of an empty registry, also from within it', async () => {
  const userFolder = temporaryUserFolder();
  const empty = temporaryRegistry([], { 'index.json': { schema: 'skills/v1', skills: [] } });
  const own = await serve(userFolder, empty);
  const line = serveInsteadLine('--sample', own.port);
  expect(await replaceBy(line, own, userFolder, empty)).toMatchObject({ sample: true });
});

it('takes no place where nothing runs, and serves all the same', async () => {
  const userFolder = temporaryUserFolder();
  const own = await serve(userFolder, temporaryRegistry(['cpp/gabime/spdlog']));
  expect(await runCliAs(wordsOf(stopLine(own.port)), { userFolder })).toMatchObject({ code: 0 });
  expect(await replaceBy(serveInsteadLine('--sample', own.port), own, userFolder)).toMatchObject({
    sample: true,
  });
});

it('starts a service that ended again with its folders and its options', async () => {
  const userFolder = temporaryUserFolder();
  const [upper, lower] = [
    temporaryRegistry(['cpp/gabime/spdlog']),
    temporaryRegistry(['rust/tokio-rs/tokio']),
  ];
  const args = [
    '-p',
    '0',
    '-r',
    upper,
    '-r',
    lower,
    '--allow-submit',
    '--watch',
    'scan',
    '--scan-interval',
    '45',
  ];
  const cli = startCli(['serve', ...args], { userFolder });
  const url = await urlOf(cli);
  const page = await (await fetch(url)).text();
  const meta = (name: string) =>
    new RegExp(`name="skills-registry-${name}" content="([^"]*)"`).exec(page)?.[1] ?? '';
  const known = { registries: meta('registries'), options: meta('options') };
  expect(known.options).toBe('--allow-submit --watch scan --scan-interval 45');
  const before = await statusOf(url);
  cli.process.kill('SIGTERM');
  await cli.exited;
  const line = serveLine({ folder: upper, port: portOf(url) }, 'sh', known);
  const again = await statusOf(await urlOf(startCli(wordsOf(line), { userFolder })));
  expect(again).toMatchObject({
    submissions: true,
    registries: before.registries,
    registry: { path: upper, watching: 'scan' },
    mcpUrl: before.mcpUrl,
  });
});

it('has no word of the options on a page that other machines could see', async () => {
  const args = ['-p', '0', '-H', '0.0.0.0', '--watch', 'off', '-r', temporaryRegistry(['cpp/gabime/spdlog'])];
  const url = await urlOf(startCli(['serve', ...args], { userFolder: temporaryUserFolder() }));
  const page = await (await fetch(url.replace('0.0.0.0', '127.0.0.1'))).text();
  expect(page).toContain('<title>');
  expect(page).not.toMatch(/skills-registry-(?:registries|options|command)/);
});

it('leaves a service of this user that runs from another program where it is, and says so', async () => {
  const userFolder = temporaryUserFolder();
  const own = await serve(userFolder, temporaryRegistry(['cpp/gabime/spdlog']));
  const servers = join(userFolder, 'skills-registry', 'servers');
  const [name = ''] = readdirSync(servers);
  const file = join(servers, name);
  const announced = JSON.parse(readFileSync(file, 'utf8'));
  for (const [program, said] of [
    ['/opt/another', 'It runs from another program, in /opt/another, so --replace leaves it alone.'],
    [undefined, 'It was started by an older version of this program, so --replace leaves it alone.'],
  ]) {
    writeFileSync(file, JSON.stringify({ ...announced, program }));
    const { code, err } = await runCliAs(wordsOf(serveInsteadLine('--sample', own.port)), { userFolder });
    expect(code).toBe(3);
    expect(err).toContain(said);
    expect(err).not.toContain('Or take its place');
    expect((await statusOf(own.address)).registry.path).toBe(own.folder);
  }
});

it('leaves a program of somebody else where it is', async () => {
  const userFolder = temporaryUserFolder();
  const stranger = createServer();
  const { port } = await listening(stranger);
  const cli = startCli(wordsOf(serveInsteadLine('--sample', port)), { userFolder });
  expect(await cli.exited).toBe(3);
  expect(stranger.listening).toBe(true);
});
