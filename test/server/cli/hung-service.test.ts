import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

/** A service that takes connections and answers none, and a client that starts the program by itself. */
async function hungService() {
  const userFolder = temporaryUserFolder();
  mkdirSync(join(userFolder, '.cursor'));
  writeFileSync(join(userFolder, '.cursor', 'mcp.json'), '{}');
  await runCliProcess(['connect', 'cursor', '--write'], { userFolder });
  const registry = temporaryRegistry(['cpp/gabime/spdlog']);
  const cli = startCli(['serve', '-p', '0', '-r', registry], { userFolder });
  const started = await eventually(cli.out, (text) => text.includes('Stop with'));
  const url = started.match(/http:\/\/[\d.]+:\d+/)?.[0] ?? '';
  await runCliProcess(['connect', 'zed', '--write', '--http'], { userFolder });
  // What was started last is another one.
  const other = startCli(['serve', '-p', '0', '-r', temporaryRegistry(['rust/a/b'])], { userFolder });
  await eventually(other.out, (text) => text.includes('Stop with'));
  other.process.kill();
  await other.exited;
  const { pid = 0 } = cli.process;
  process.kill(pid, 'SIGSTOP');
  return { userFolder, registry, url, pid, port: new URL(url).port };
}

describe('a service that hangs', unless(onWindows), () => {
  it('is shown among those that run as what it is, and what to do once', async () => {
    const { userFolder, registry, url, pid } = await hungService();
    const { out } = await runCliProcess(['status'], { userFolder });
    expect(out.split('\n')).toEqual([
      `${url}  does not answer`,
      `  ${registry}`,
      expect.stringMatching(new RegExp(`^  pid ${pid} \\(command line\\), started .* ago$`)),
      `  It hangs, or another program has its process number now. End process ${pid}, if it is skills-registry still: kill -9 ${pid}`,
      '',
    ]);
  });

  it('is named by every command that meets it, in the same words, with what to do', async () => {
    const { userFolder, registry, url, pid, port } = await hungService();
    const all = [
      ['stop'],
      ['connect'],
      ['connect', '--doctor'],
      ['doctor'],
      ['serve', '-p', port],
      ['find', 'never'],
    ];
    const logged = runCliProcess(['serve', '-p', port, '--json'], { userFolder });
    const runs = await Promise.all(
      all.map(async (args) => ({ args, ...(await runCliProcess(args, { userFolder })) })),
    );
    const words = `The service at ${url}, which serves ${registry}, does not answer: it hangs, or another program has its process number now. End process ${pid}, if it is skills-registry still: kill -9 ${pid}`;
    const find = runs.find(({ args }) => args[0] === 'find');
    const serve = runs.find(({ args }) => args[0] === 'serve');
    expect(serve?.err).toMatch(new RegExp(`: kill -9 ${pid}\\nTry: .* serve --port \\d+\\n$`));
    expect(find?.err).toContain(`${registry}:`);
    for (const { args, out, err } of runs) {
      const said = `${out}\n${err}`.replace(/\.\s+kill/g, ': kill').replace(/\s+/g, ' ');
      expect(said, args.join(' ')).toContain(words);
      expect(said, args.join(' ')).not.toMatch(
        /Nothing (?:runs|answers)|another program: |another program\./,
      );
    }
    const [, connect, doctor] = runs;
    for (const { args, err } of runs)
      expect(err.split(`Waiting for ${url}, which does not answer (10 s at most) …\n`), args[0]).toHaveLength(
        2,
      );
    const lines = (await logged).err.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        level: 'info',
        message: `Waiting for ${url}, which does not answer (10 s at most) …`,
      }),
    );
    expect(connect?.out).toMatch(
      /At the address Zed can’t get an answer until you end what hangs there and start it, in the app or here: .* serve$/m,
    );
    expect(connect?.out).toContain(`Started by Cursor, the program answers from ${registry}`);
    expect(doctor?.out).toContain(`the program answers from the running service, otherwise from ${registry}`);
  });
});
