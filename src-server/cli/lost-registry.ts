import { namedFinding } from '../connect/doctor/started-findings.ts';
import { adviceLine } from '../contract/advice-line.ts';
import type { ClientState } from '../contract/connect.ts';
import { printable } from '../contract/printable.ts';
import type { CliIo } from './cli-io.ts';
import { ownLine } from './own-command.ts';

/** That a client is to be served a registry which is none now, and what to do. */
export function lostRegistry(client: ClientState, io: Pick<CliIo, 'env' | 'cwd'>): readonly string[] {
  const finding = namedFinding(client, (args) => ownLine(args, io));
  return finding?.fix === undefined ? [] : [printable(adviceLine(finding))];
}
