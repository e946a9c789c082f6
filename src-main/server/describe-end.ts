import { ServerExitCode } from '../../src-server/contract/service/messages.ts';
import type { RunEnd } from './server-run.ts';

/**
 * POSIX: Electron reports the `waitpid` status, the signal in the low seven bits, plus 128 after a core dump.
 * Only SIGBUS differs between Linux and macOS.
 */
const SIGNALS: Readonly<Record<number, string>> = {
  4: 'It crashed (SIGILL).',
  5: 'It crashed (SIGTRAP).',
  6: 'It crashed (SIGABRT).',
  8: 'It crashed (SIGFPE).',
  9: 'It was ended from outside (SIGKILL): by the system when memory is short, or by hand.',
  11: 'It crashed (SIGSEGV).',
  15: 'It was ended from outside (SIGTERM).',
};

/** Sentence for the user. */
export function describeEnd(
  { exitCode, fatal, fatalError, hung }: RunEnd,
  platform: NodeJS.Platform = process.platform,
): string {
  if (fatal !== undefined) return fatal.message;
  if (hung) return 'It no longer answered.';
  if (fatalError !== undefined) return `Its runtime failed, as it does when memory runs out (${fatalError}).`;
  const bySignal = platform === 'win32' ? undefined : SIGNALS[exitCode & 0x7f];
  if (exitCode <= 0xff && bySignal !== undefined) return bySignal;
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
