import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { type Machine, settingsFolder } from '../machine.ts';

export interface LogEnd {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Warnings and errors, oldest first. */
  readonly lines: readonly string[];
}

/** Installed app, app from sources. */
const APP_FOLDERS = ['skills-registry', 'skills-registry-development'];
const LOGS = ['main.log', 'server.log'];
const READ_BYTES = 64 * 1024;
const SHOWN_LINES = 10;
const LINE_CHARS = 500;

export async function readAppLogs(machine: Machine): Promise<readonly LogEnd[]> {
  const files = APP_FOLDERS.flatMap((folder) =>
    LOGS.map((name) => join(settingsFolder(machine), folder, 'logs', name)),
  );
  const ends = await Promise.all(files.map(readEnd));
  return ends.flatMap((end) => (end === undefined ? [] : [end]));
}

async function readEnd(file: string): Promise<LogEnd | undefined> {
  const handle = await fs.open(file).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - READ_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, READ_BYTES)), {
      position: from,
    });
    return { file, size, lines: gravest(buffer.toString('utf8', 0, bytesRead)) };
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

export function gravest(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^\[[^\]]+\] \[(?:warn|error)\] /.test(line))
    .slice(-SHOWN_LINES)
    .map((line) => line.slice(0, LINE_CHARS));
}
