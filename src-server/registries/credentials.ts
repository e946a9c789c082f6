import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { findProgram } from '../find-program.ts';
import { tokenVariable } from './token-variable.ts';

export interface CredentialSource {
  readonly env: NodeJS.ProcessEnv;
  /** Without git repository settings. */
  readonly folder: string;
}

const HELPER_MS = 10_000;

/** From the host's environment variable, else git's credential helper. */
export async function authorizationFor(url: string, source: CredentialSource): Promise<string | undefined> {
  const address = new URL(url);
  const token = source.env[tokenVariable(address)]?.trim();
  if (token !== undefined && token !== '')
    return basic(token.includes(':') ? token : `${userFor(address)}:${token}`);
  const answer = await askGit(['credential', 'fill'], describe(address), source);
  const { username, password } = Object.fromEntries(
    (answer ?? '').split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  ) as Readonly<Record<string, string | undefined>>;
  return password === undefined ? undefined : basic(`${username ?? ''}:${password}`);
}

/** False without git or helper. */
export async function storeToken(url: string, token: string, source: CredentialSource): Promise<boolean> {
  const address = new URL(url);
  const helper = await askGit(['config', '--get-urlmatch', 'credential.helper', address.origin], '', source);
  if (helper === undefined || helper.trim() === '') return false;
  const lines = `${describe(address)}username=${userFor(address)}\npassword=${token}\n`;
  return (await askGit(['credential', 'approve'], lines, source)) !== undefined;
}

function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString('base64')}`;
}

/** Most hosts accept any user. */
function userFor({ hostname }: URL): string {
  if (hostname === 'gitlab.com') return 'oauth2';
  return hostname === 'bitbucket.org' ? 'x-token-auth' : 'x-access-token';
}

/** Git ignores paths unless `credential.useHttpPath` is set. */
function describe({ protocol, host, pathname }: URL): string {
  return `protocol=${protocol.replace(':', '')}\nhost=${host}\npath=${pathname.slice(1)}\n`;
}

/** No prompts, no repository settings. Undefined on failure or timeout. */
function askGit(
  args: readonly string[],
  input: string,
  { env, folder }: CredentialSource,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const git = findProgram('git', env);
    if (git === undefined) return resolve(undefined);
    const child = spawn(git, ['-c', 'credential.interactive=false', ...args], {
      cwd: folder,
      env: {
        ...env,
        GIT_TERMINAL_PROMPT: '0',
        GIT_ASKPASS: '',
        SSH_ASKPASS: '',
        GCM_INTERACTIVE: 'never',
        GIT_CEILING_DIRECTORIES: dirname(folder),
        GIT_DIR: `${folder}/no-repository`,
      },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      timeout: HELPER_MS,
    });
    let out = '';
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? out : undefined));
    child.stdin.end(`${input}\n`);
  });
}
