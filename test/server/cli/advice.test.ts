/** What a command advises is done where it advises it: the output is collected, and each line is run. */
import { describe, expect, it } from 'vitest';
import { serveInsteadLine } from '../../../src-renderer/domain/command-lines.ts';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { Status } from '../../../src-server/contract/api.ts';
import { type CliProcess, runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { urlOf } from '../../support/url-of.ts';

const registryAt = async (url: string) =>
  ((await (await fetch(`${url}/v1/status`)).json()) as Status).registry.path;

/** A service, and another folder that its user wants to serve on its port. */
async function portTaken() {
  const userFolder = temporaryUserFolder();
  const running = startCli(['serve', '-p', '0', '-r', temporaryRegistry(['cpp/gabime/spdlog'])], {
    userFolder,
  });
  const url = await urlOf(running);
  const wanted = temporaryRegistry(['rust/tokio-rs/tokio']);
  const args = ['serve', '-r', wanted, '-p', new URL(url).port];
  const start = (...more: readonly string[]): CliProcess => startCli([...args, ...more], { userFolder });
  return { userFolder, running, url, wanted, start, args };
}

describe('serve, where a service of the user has the port', () => {
  it('without a terminal exits with 3, and each line that it advises works', async () => {
    const { userFolder, running, url, wanted, start, args } = await portTaken();
    const { code, err } = await runCliProcess(args, { userFolder });
    expect(code).toBe(3);
    const advised = (pattern: RegExp) => {
      const words = pattern.exec(err)?.[1]?.split(' ') ?? [];
      expect(words).not.toEqual([]);
      return words;
    };
    const free = start(...advised(/^Or take a free port: (.*)$/m));
    expect(await registryAt(await urlOf(free))).toBe(wanted);
    const replacing = start(...advised(/^Or take its place: (.*)$/m));
    expect(await urlOf(replacing)).toBe(url);
    expect(await registryAt(url)).toBe(wanted);
    expect(await running.exited).toBe(0);
    const stop = advised(/^End it: .*?(stop .*)$/m);
    expect(await runCliAs(stop, { userFolder })).toMatchObject({ code: 0 });
    expect(await replacing.exited).toBe(0);
  });

  it.each([
    ['-r <folder>', undefined],
    ['--sample', sampleRegistry()],
  ] as const)('takes its place by the line of its page with %s', async (what, served) => {
    const { userFolder, url, wanted } = await portTaken();
    const line = serveInsteadLine(what, Number(new URL(url).port)).replace('<folder>', wanted);
    const next = startCli(line.split(' ').slice(1), { userFolder });
    expect(await urlOf(next)).toBe(url);
    expect(await registryAt(url)).toBe(served ?? wanted);
  });
});

it('status without a service advises a line that starts one', async () => {
  const userFolder = temporaryUserFolder();
  const { out } = await runCliProcess(['status'], { userFolder });
  const words = /^Nothing runs\. Start it with: .*?(serve .*)$/m.exec(out)?.[1]?.split(' ') ?? [];
  const folder = temporaryRegistry(['cpp/gabime/spdlog']);
  const started = startCli([...words.map((word) => word.replace('<folder>', folder)), '-p', '0'], {
    userFolder,
  });
  expect(await registryAt(await urlOf(started))).toBe(folder);
});
