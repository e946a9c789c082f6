import type { DiscoveryFile } from '../contract/service/discovery.ts';
import type { CliIo } from './cli-io.ts';
import { cliLine } from './own-command.ts';

/**
 * What to do where a service of ours has the port, a line each: how it is ended, which of the app's only the app does.
 *
 * @param elsewhere the line that serves on a free port; undefined where none was found
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
