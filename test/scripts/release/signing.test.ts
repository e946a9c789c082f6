import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applySigning, decideSigning } from '../../../scripts/package.mjs';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const mac = { CSC_LINK: 'certificate', CSC_KEY_PASSWORD: 'word' };
const apple = { APPLE_API_KEY_P8: 'key', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' };
const windows = {
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  AZURE_CLIENT_SECRET: 'secret',
  AZURE_PUBLISHER_NAME: 'Us',
  AZURE_ENDPOINT: 'https://weu.example',
  AZURE_SIGNING_ACCOUNT: 'account',
  AZURE_CERTIFICATE_PROFILE: 'profile',
};
const fileCertificate = { WIN_CSC_LINK: 'certificate', WIN_CSC_KEY_PASSWORD: 'word' };
const decide = (platform: NodeJS.Platform, env: Record<string, string>) =>
  decideSigning(platform, env, '/tmp/key.p8');

describe('decideSigning', () => {
  it('signs and notarises where everything is there', () => {
    expect(decide('darwin', { ...mac, ...apple })).toEqual({
      isSigned: true,
      said: 'The build will be signed and notarised.',
      drop: ['APPLE_API_KEY_P8', ...Object.keys(windows), ...Object.keys(fileCertificate)],
      set: { APPLE_API_KEY: '/tmp/key.p8' },
      key: 'key',
      azure: undefined,
    });
    expect(decide('darwin', mac)).toMatchObject({
      isSigned: true,
      said: 'The build will be signed.',
      set: {},
    });
    expect(decide('win32', windows)).toMatchObject({
      isSigned: true,
      set: {},
      azure: {
        publisherName: 'Us',
        endpoint: 'https://weu.example',
        codeSigningAccountName: 'account',
        certificateProfileName: 'profile',
      },
    });
  });

  it('takes an empty variable, which an unset secret is, for none, and lets nothing of it through', () => {
    const decision = decide('darwin', { CSC_LINK: '', CSC_KEY_PASSWORD: '' });
    expect(decision.isSigned).toBe(false);
    expect(decision.said).toBe('The build will not be signed: CSC_LINK and CSC_KEY_PASSWORD are not set.');
    expect(decision.drop).toEqual(expect.arrayContaining(['CSC_LINK', 'CSC_KEY_PASSWORD']));
  });

  it('lets nobody’s own certificate sign a release by chance', () => {
    expect(decide('darwin', {}).set).toEqual({ CSC_IDENTITY_AUTO_DISCOVERY: 'false' });
    expect(decide('win32', {}).set).toEqual({});
  });

  it('lets no certificate of another system through: Windows would take it', () => {
    const { drop, isSigned } = decide('win32', {
      ...mac,
      ...apple,
      ...windows,
      ...fileCertificate,
    });
    expect(isSigned).toBe(true);
    expect([...drop].sort()).toEqual(Object.keys({ ...mac, ...apple, ...fileCertificate }).sort());
    expect(decide('win32', mac)).toMatchObject({
      isSigned: false,
      drop: expect.arrayContaining(['CSC_LINK']),
    });
  });

  it('refuses half of what belongs together', () => {
    expect(() => decide('darwin', { CSC_LINK: 'certificate' })).toThrow('CSC_KEY_PASSWORD is missing');
    expect(() => decide('darwin', { ...mac, APPLE_API_KEY_ID: 'id' })).toThrow('APPLE_API_KEY_P8');
    expect(() => decide('darwin', apple)).toThrow("can't be notarised");
    expect(() => decide('win32', { AZURE_TENANT_ID: 'tenant' })).toThrow('AZURE_CLIENT_ID');
  });

  it('is said plainly where nothing is signed', () => {
    expect(decide('linux', {})).toMatchObject({ isSigned: false, set: {} });
    expect(decide('linux', {}).said).toContain('checksums');
  });
});

describe('applySigning', () => {
  it('takes the empty ones away, and writes the key into a file that only its owner can read', () => {
    const folder = temporaryFolder();
    const env: Record<string, string | undefined> = { ...mac, ...apple, RUNNER_TEMP: folder };
    applySigning('darwin', env);
    const file = env['APPLE_API_KEY'] ?? '';
    expect(dirname(file)).toBe(folder);
    expect(env).not.toHaveProperty('APPLE_API_KEY_P8');
    expect(readFileSync(file, 'utf8')).toBe('key');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    const empty: Record<string, string | undefined> = { WIN_CSC_LINK: '', AZURE_TENANT_ID: '' };
    applySigning('win32', empty);
    expect(Object.keys(empty)).toEqual([]);
  });
});
