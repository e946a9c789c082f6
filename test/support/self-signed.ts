import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Reason } from './unless.ts';

export const withoutOpenssl: Reason =
  spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl isn’t installed';

/** Writes a key and a certificate for a name, valid for a day. */
export function selfSigned(folder: string, name: string) {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '1'];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { key, certificate };
}
