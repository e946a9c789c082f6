import { promises as fs } from 'node:fs';
import { storeToken } from '../../registries/credentials.ts';
import { isSshAddress, parseAddress } from '../../registries/registry-address.ts';
import { tokenVariable } from '../../registries/token-variable.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { workOnRegistries } from './registry-commands.ts';

const MAX_TOKEN = 4_096;

export function logIn(address: string, readInput: () => Promise<string>, io: CliIo): Promise<void> {
  return workOnRegistries(io, async ({ store }) => {
    const { url } = parseAddress(address);
    if (isSshAddress(url))
      throw new CliError(EXIT_CODES.usage, 'Addresses for ssh need no token: ssh uses your keys.');
    const { host } = new URL(url);
    if (io.isTyped) io.err(`Type or paste the token for ${host}, then Enter. It is not shown.`);
    const token = (await readInput()).trim();
    if (!/^[\x21-\x7e]+$/.test(token) || token.length > MAX_TOKEN)
      throw new CliError(
        EXIT_CODES.usage,
        'Standard input must hold the token and nothing else: one word of ASCII characters.',
      );
    await fs.mkdir(store.folder, { recursive: true, mode: 0o700 });
    if (!(await storeToken(url, token, { env: io.env, folder: store.folder })))
      throw new CliError(
        EXIT_CODES.failed,
        `git has no credential helper that could keep the token. Set ${tokenVariable(new URL(url))} instead, or configure a helper.`,
      );
    io.out(`The token for ${host} was given to git's credential helper.`);
  });
}
