import { startCli, temporaryUserFolder } from './built-cli.ts';
import { eventually } from './test-server.ts';

export interface ServedProcess {
  readonly url: string;
  readonly pid: number;
}

/** The built command line serving a registry as a process of its own, on a free port; ended when the test ends. */
export async function serveAsProcess(registry: string, ...options: string[]): Promise<ServedProcess> {
  const cli = startCli(['serve', '-p', '0', '-r', registry, ...options], {
    userFolder: temporaryUserFolder(),
  });
  const out = await eventually(cli.out, (text) => text.includes('Stop with'));
  const url = /http:\/\/[\d.]+:\d+/.exec(out)?.[0];
  if (url === undefined || cli.process.pid === undefined) throw new Error(`It did not start:\n${cli.err()}`);
  return { url, pid: cli.process.pid };
}
