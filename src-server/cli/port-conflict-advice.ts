import type { DiscoveryFile } from '../contract/service/discovery.ts';
import type { CliIo } from './cli-io.ts';
import { cliLine } from './own-command.ts';

/**
 * Only the app can end its service.
 *
 * @param elsewhere command for a free port, if found
 */
export function portConflictAdvice(
  { app, port }: DiscoveryFile,
  elsewhere: string | undefined,
  io: CliIo,
): readonly string[] {
  const end =
    app === 'tray'
      ? 'Choose the folder in the app, or quit it.'
      : `End it: ${cliLine(['stop', '--port', String(port)], io)}`;
  return elsewhere === undefined ? [end] : [end, `Or run both: ${elsewhere}`];
}
