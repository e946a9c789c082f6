/**
 * Decides whether a build is signed. Unset secrets are empty variables in workflows, but electron-builder takes an
 * empty CSC_LINK for a file.
 */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable with the content of a key; electron-builder accepts only a file. */
const KEY_TEXT = 'APPLE_API_KEY_P8';

/** The variables of a certificate in a file, with which electron-builder would sign by itself. */
const FILE_CERTIFICATE = ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];

/** The variables by system. The first group signs, later ones depend on it. */
const GROUPS = {
  darwin: [
    { does: 'signed', variables: ['CSC_LINK', 'CSC_KEY_PASSWORD'] },
    { does: 'notarised', variables: [KEY_TEXT, 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'] },
  ],
  win32: [
    {
      does: 'signed',
      variables: [
        'AZURE_TENANT_ID',
        'AZURE_CLIENT_ID',
        'AZURE_CLIENT_SECRET',
        'AZURE_PUBLISHER_NAME',
        'AZURE_ENDPOINT',
        'AZURE_SIGNING_ACCOUNT',
        'AZURE_CERTIFICATE_PROFILE',
      ],
    },
  ],
};

/**
 * Decides by the variables. Throws if a group is incomplete: a mistyped variable must not produce an unsigned
 * release.
 * @param {Record<string, string | undefined>} env
 * @param {string} keyFile path for the key of Apple's API
 * @returns {{ isSigned: boolean, said: string, drop: string[], set: Record<string, string>, key: string | undefined,
 *   azure: Record<string, string | undefined> | undefined }}
 *   `drop` and `set` are variables, `key` is the content of `keyFile`, `azure` is electron-builder's
 * `azureSignOptions`
 */
export function decideSigning(platform, env, keyFile) {
  const groups = GROUPS[platform] ?? [];
  const done = groups.filter(({ variables }) => isWhole(variables, env));
  const [first] = groups;
  if (done.length > 0 && done[0] !== first)
    throw new Error(`What is not signed can't be notarised: ${first.variables.join(', ')} are not set.`);
  const isSigned = done.length > 0;
  const isNotarised = done.length > 1;
  return {
    isSigned,
    said: sentence(groups, done),
    drop: droppedVariables(done),
    set: {
      // Prevents a search for certificates in the builder's keychain.
      ...(platform === 'darwin' && !isSigned && { CSC_IDENTITY_AUTO_DISCOVERY: 'false' }),
      ...(isNotarised && { APPLE_API_KEY: keyFile }),
    },
    key: isNotarised ? env[KEY_TEXT] : undefined,
    azure:
      platform === 'win32' && isSigned
        ? {
            publisherName: env.AZURE_PUBLISHER_NAME,
            endpoint: env.AZURE_ENDPOINT,
            codeSigningAccountName: env.AZURE_SIGNING_ACCOUNT,
            certificateProfileName: env.AZURE_CERTIFICATE_PROFILE,
          }
        : undefined,
  };
}

/**
 * Returns the variables to unset: electron-builder misreads empty ones, and on Windows would use macOS's certificate.
 */
function droppedVariables(done) {
  const kept = done.flatMap(({ variables }) => variables).filter((name) => name !== KEY_TEXT);
  const known = Object.values(GROUPS).flatMap((groups) => groups.flatMap(({ variables }) => variables));
  return [...known, ...FILE_CERTIFICATE].filter((name) => !kept.includes(name));
}

function isWhole(variables, env) {
  const missing = variables.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < variables.length)
    throw new Error(`Set all of ${variables.join(', ')}, or none: ${missing.join(', ')} is missing.`);
  return missing.length === 0;
}

function sentence(groups, done) {
  if (groups.length === 0) return 'Nothing is signed on this system; the checksums say what was published.';
  if (done.length > 0) return `The build will be ${done.map(({ does }) => does).join(' and ')}.`;
  return `The build will not be signed: ${groups[0].variables.join(' and ')} are not set.`;
}

export function applySigning(platform = process.platform, env = process.env) {
  const keyFile = join(env.RUNNER_TEMP || tmpdir(), `apple-api-key-${randomUUID()}.p8`);
  const decision = decideSigning(platform, env, keyFile);
  for (const name of decision.drop) delete env[name];
  Object.assign(env, decision.set);
  if (decision.key !== undefined) {
    writeFileSync(keyFile, decision.key, { mode: 0o600, flag: 'wx' });
    process.once('exit', () => rmSync(keyFile, { force: true }));
  }
  return decision;
}
