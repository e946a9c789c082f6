/** Who listens on a port, as the system's own tools tell it. */
import { execFile } from 'node:child_process';

const ASK_TIMEOUT_MS = 3_000;

/** `node, process 48213`, or undefined where the tool isn't there or may not tell. */
export async function portOwner(port: number, platform = process.platform): Promise<string | undefined> {
  switch (platform) {
    case 'linux':
      return parseSs(await run('ss', ['-Hltnp', `sport = :${port}`]));
    case 'darwin':
      return parseLsof(await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']));
    case 'win32': {
      const pid = parseNetstat(await run('netstat', ['-ano', '-p', 'TCP']), port);
      return pid === undefined
        ? undefined
        : parseTasklist(await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']), pid);
    }
    default:
      return undefined;
  }
}

/** `… users:(("node",pid=48213,fd=18))` */
export function parseSs(output: string): string | undefined {
  const match = /users:\(\("([^"]+)",pid=(\d+)/.exec(output);
  return match === null ? undefined : `${match[1]}, process ${match[2]}`;
}

/** A line `p48213`, then a line `cnode`. */
export function parseLsof(output: string): string | undefined {
  const match = /^p(\d+)\n(?:.*\n)*?c(.+)$/m.exec(output);
  return match === null ? undefined : `${match[2]}, process ${match[1]}`;
}

/** `  TCP    127.0.0.1:8701   0.0.0.0:0   LISTENING   48213`; the word is another one in other languages. */
export function parseNetstat(output: string, port: number): string | undefined {
  const listening = new RegExp(`^\\s*TCP\\s+\\S+:${port}\\s+\\S+:0\\s+\\S+\\s+(\\d+)\\s*$`, 'm');
  return listening.exec(output)?.[1];
}

/** `"node.exe","48213","Console","1","74.000 K"` */
export function parseTasklist(output: string, pid: string): string {
  const name = new RegExp(`^"([^"]+)","${pid}"`, 'm').exec(output)?.[1];
  return name === undefined ? `process ${pid}` : `${name}, process ${pid}`;
}

/** What the tool wrote; empty where it failed. */
function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: ASK_TIMEOUT_MS, windowsHide: true }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
