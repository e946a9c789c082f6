import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manageRegistries } from '../../../src-server/registries/manage-registries.ts';
import {
  type ManagedSettings,
  managedSettingsFile,
  readManagedSettings,
  withManagedProxy,
} from '../../../src-server/registries/managed-settings.ts';
import { openRegistryStore } from '../../../src-server/registries/registry-store.ts';
import { loadTokenCounter } from '../../../src-server/tokens/count-tokens.ts';
import { checkerHere } from '../../../src-server/validation/skill-checker.ts';
import { skillFiles, startGitServer } from '../../support/git-server.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-managed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function settingsOf(value: unknown): ManagedSettings | undefined {
  const file = join(temporaryFolder(), 'managed.json');
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return readManagedSettings(file);
}

describe('managed settings', () => {
  it('are one file of the administrator on each system', () => {
    expect(managedSettingsFile('linux', {})).toBe('/etc/skills-registry/managed.json');
    expect(managedSettingsFile('win32', { ProgramData: 'D:\\Data' })).toBe(
      'D:\\Data\\Skills Registry\\managed.json',
    );
  });

  it('may be absent', () => {
    expect(readManagedSettings(join(temporaryFolder(), 'managed.json'))).toBeUndefined();
  });

  it('name registries as a person would, and the rest is optional', () => {
    expect(settingsOf({ registries: [{ address: 'acme/skills', ref: 'main' }] })).toMatchObject({
      registries: [{ address: 'https://github.com/acme/skills', ref: 'main', folder: undefined }],
      ...{ onlyThese: false, proxy: undefined, checkHours: undefined },
    });
  });

  it.each([
    ['{', /are wrong/],
    [[], /must be an object/],
    [{ registries: {} }, /"registries" must be a list/],
    [{ registries: [{}] }, /no "address"/],
    [{ registries: [{ address: 'ftp://x' }] }, /not supported/],
    [{ registries: [{ address: 'a/b', branch: 'x' }] }, /unknown field "branch"/],
    [{ registries: [{ address: 'a/b', name: '../x' }] }, /can't be the name/],
    [{ only_these: 'yes' }, /"only_these"/],
    [{ proxy: 'socks://x' }, /"proxy"/],
    [{ check_hours: -1 }, /"check_hours"/],
    [{ only_thees: true }, /unknown field "only_thees"/],
  ])('%j are refused with the reason, so that they allow nothing by mistake', (value, reason) => {
    expect(() => settingsOf(value)).toThrow(reason);
  });

  it('replace the proxy of the user', () => {
    const env = { https_proxy: 'http://mine:1', NO_PROXY: 'x' };
    expect(withManagedProxy(settingsOf({ proxy: 'http://proxy:3128' }), env)).toEqual({
      ...{ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'x' },
    });
    expect(withManagedProxy(undefined, env)).toBe(env);
  });
});

describe('registries of managed settings', () => {
  async function managed(settings: (url: string) => object) {
    const server = await startGitServer();
    const url = (name: string) => `${server.url}/${name}.git`;
    for (const name of ['team', 'other']) {
      const repository = server.repository(name);
      repository.commit(skillFiles(name));
      repository.publish();
    }
    const store = openRegistryStore(temporaryFolder());
    const open = (value: object | undefined) =>
      manageRegistries(store, {
        ...{ env: {}, managed: value && settingsOf(value) },
        openChecker: () => checkerHere(loadTokenCounter),
      });
    const registries = open(settings(url('team')));
    const add = async (address: string, by = registries) => {
      const found = await by.prepare({ address, follow: false });
      return 'add' in found ? found.add() : found;
    };
    return { server, registries, url, add, free: open(undefined) };
  }

  it('are added once, and not removed', async () => {
    const { registries } = await managed((address) => ({ registries: [{ address, name: 'company' }] }));
    expect((await registries.addManaged()).map(({ name }) => name)).toEqual(['company']);
    expect(await registries.addManaged()).toEqual([]);
    await expect(registries.remove('company')).rejects.toThrow(/set up company/);
    expect(registries.list()).toHaveLength(1);
  });

  it('are added where others can’t be reached, which is said after that', async () => {
    const { registries } = await managed((address) => ({
      registries: [{ address: address.replace('team', 'gone') }, { address, name: 'company' }],
    }));
    await expect(registries.addManaged()).rejects.toThrow(/no Git repository/);
    expect(registries.list().map(({ name }) => name)).toEqual(['company']);
  });

  it('leave room for others, which can be removed', async () => {
    const { registries, add, url } = await managed((address) => ({ registries: [{ address }] }));
    await add(url('other'));
    await registries.remove('other');
    expect(registries.list()).toEqual([]);
  });

  it('may be the only ones: others are neither asked for nor updated', async () => {
    const { server, registries, add, url, free } = await managed((address) => ({
      ...{ registries: [{ address }], only_these: true },
    }));
    await add(url('other'), free);
    server.requests.length = 0;
    await expect(add(url('other'))).rejects.toThrow(/does not allow .*other\.git\. Allowed are: .*team\.git/);
    expect((await registries.check('other')).error).toMatch(/does not allow/);
    expect(server.requests).toEqual([]);
    expect((await add(url('team'))).name).toBe('team');
  });
});
