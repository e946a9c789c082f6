import type { DoctorFinding } from '../../contract/clients/connect.ts';
import { POINTER_END, POINTER_START, pointerWords } from '../../contract/clients/pointer.ts';
import type { PointerFile } from '../pointer/pointer-files.ts';
import { type CliLine, lineOf } from './cli-line.ts';

/** Warns of rules files for a service whose clients are disconnected. */
export function pointerFindings(
  strays: readonly PointerFile[],
  cliLine: CliLine | undefined,
): readonly DoctorFinding[] {
  return strays.map(({ file, readers: [reader] }) => {
    const line = lineOf(cliLine, ...pointerWords(reader?.id, 'user', '--remove'));
    return {
      severity: 'warning',
      title: `${file} tells agents to ask this service, and none that reads it is connected in your settings.`,
      fix:
        cliLine === undefined
          ? `Connect a client, or delete all lines from ${POINTER_START} to ${POINTER_END}.`
          : 'Connect a client, or delete the lines.',
      ...line,
    };
  });
}
