import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Absolute, from `PATH`. Skips relative folders: Windows searches the current folder first. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, file))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
