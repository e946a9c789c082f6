import { ServerExitCode } from '../../src-server/contract/messages.ts';
import type { RunEnd } from './server-run.ts';

/** Why a run ended, in one sentence for the user. */
export function describeEnd({ exitCode, fatal, hung }: RunEnd): string {
  if (fatal !== undefined) return fatal.message;
  if (hung) return 'It no longer answered.';
  switch (exitCode) {
    case ServerExitCode.ok:
      return 'It ended by itself.';
    case ServerExitCode.port:
      return 'The port could not be opened.';
    case ServerExitCode.registry:
      return 'The registry could not be read.';
    case ServerExitCode.protocol:
      return 'App and service are of different versions; install the app anew.';
    default:
      return exitCode > 0 && exitCode < 128 ? `It ended with code ${exitCode}.` : 'The system ended it.';
  }
}
