import { win32 } from 'node:path';

const SYSTEM_ROOT = 'C:\\Windows';

/**
 * Absolute path of a program that is part of Windows. Windows looks for a bare name in the current folder first, where a
 * cloned repository may have put one.
 *
 * @param name below `System32`
 */
export function systemProgram(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const given = env['SystemRoot'] ?? '';
  return win32.join(win32.isAbsolute(given) ? given : SYSTEM_ROOT, 'System32', name);
}
