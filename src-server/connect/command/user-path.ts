import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemProgram } from '../system-program.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;

/** `Path` in a Windows user's registry, variables unexpanded. */
export interface UserPath {
  read(): Promise<string>;
  /** Rejects if the value differs from `before`. Affects later programs. */
  replace(before: string, after: string): Promise<void>;
}

/** PowerShell: `setx` truncates long values, `reg` uses the old code page. Values are Base64 of UTF-8. */
const READ = `
$ErrorActionPreference = 'Stop'
$key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment')
$value = $key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
[Console]::Out.Write([Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($value)))
`;
/** Removing the dummy variable notifies open windows. */
const REPLACE = `
$ErrorActionPreference = 'Stop'
function Decode($text) { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($text)) }
$key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
if ($key.GetValue('Path', '', 'DoNotExpandEnvironmentNames') -cne (Decode $env:SKILLS_PATH_BEFORE)) { exit 3 }
$kind = 'ExpandString'
if ($key.GetValueNames() -contains 'Path') { $kind = $key.GetValueKind('Path') }
$key.SetValue('Path', (Decode $env:SKILLS_PATH_AFTER), $kind)
[Environment]::SetEnvironmentVariable('SKILLS_PATH_CHANGED', $null, 'User')
`;

/** Methods reject without PowerShell. */
export function windowsUserPath(env: NodeJS.ProcessEnv): UserPath {
  const program = systemProgram('WindowsPowerShell\\v1.0\\powershell.exe', env);
  const ask = async (script: string, values: Readonly<Record<string, string>> = {}): Promise<string> => {
    const encoded = Buffer.from(script, 'utf16le').toString('base64');
    const { stdout } = await run(program, ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded], {
      env: { ...env, ...values },
      timeout: TIMEOUT_MS,
      windowsHide: true,
    });
    return stdout;
  };
  const encode = (value: string) => Buffer.from(value, 'utf8').toString('base64');
  return {
    read: async () => Buffer.from(await ask(READ), 'base64').toString('utf8'),
    async replace(before, after) {
      await ask(REPLACE, { SKILLS_PATH_BEFORE: encode(before), SKILLS_PATH_AFTER: encode(after) });
    },
  };
}
