import { win32 } from 'node:path';

const SYSTEM_ROOT = 'C:\\Windows';

/**
 * Absolute, since Windows searches bare names first in the current folder, perhaps a cloned repository.
 *
 * @param name below `System32`
 */
export function systemProgram(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const given = env['SystemRoot'] ?? '';
  return win32.join(win32.isAbsolute(given) ? given : SYSTEM_ROOT, 'System32', name);
}
