import { existsSync } from 'node:fs';
import type { Shell } from 'electron';
import type { ConnectResult } from '../../src-server/contract/clients/connect.ts';

/** Claude Desktop asks before installing. */
export async function openBundle(shell: Pick<Shell, 'openPath'>, file: string): Promise<ConnectResult> {
  if (!existsSync(file)) {
    return { ok: false, message: 'This build came without the bundle. Paste the snippet instead.' };
  }
  const problem = await shell.openPath(file);
  return problem === ''
    ? { ok: true, message: 'Claude Desktop asks whether to install it.' }
    : { ok: false, message: `Nothing opened ${file}: ${problem}` };
}
