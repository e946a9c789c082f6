import type { CommandState } from '../../contract/clients/command.ts';
import type { DoctorFinding } from '../../contract/clients/connect.ts';
import { shellLine } from '../../contract/clients/shell-words.ts';
import type { CliLine } from './cli-line.ts';

/** Reports a command whose app was moved, removed or replaced. */
export function commandFindings(
  { file, found, starts }: CommandState,
  cliLine: CliLine | undefined,
): readonly DoctorFinding[] {
  if (found === 'gone')
    return [
      {
        severity: 'error',
        title: `The command ${file} starts ${starts}, but the program is gone: the app was moved or removed.`,
        fix: 'Open the app where it is now and install the command again (Settings, Command line), or remove the file.',
        ...removalLine(file, cliLine),
      },
    ];
  if (found !== 'other-copy') return [];
  return [
    {
      severity: 'info',
      title: `The command ${file} belongs to another copy of the app: it starts ${starts}.`,
      fix: 'To use this app, install the command again (Settings, Command line).',
    },
  ];
}

/** Empty on Windows: the uninstaller removes the command. */
function removalLine(file: string, cliLine: CliLine | undefined): { readonly line?: string } {
  const line = file.endsWith('.cmd') ? undefined : shellLine(['rm', file], 'sh');
  return line === undefined || cliLine === undefined ? {} : { line };
}
