import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rememberedRegistry } from '../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../src-server/platform/files.ts';
import { startServer } from '../../src-server/service/start-server.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { eventually, isolateUserFolders } from '../support/test-server.ts';
import { asRoot, onWindows, unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';

describe('startServer', () => {
  it('has the app’s registry remembered at once, unless it is the sample for want of another', async () => {
    isolateUserFolders();
    const [chosen, sample] = [temporaryRegistry([KEY]), temporaryRegistry([KEY])];
    const remembered = () => rememberedRegistry(userFolders().data);
    const fallback = await startServer({ registry: sample, port: 0, app: 'tray', isFallback: true });
    onTestFinished(() => fallback.close());
    const server = await startServer({ registry: chosen, port: 0, app: 'tray' });
    onTestFinished(() => server.close());
    expect(await eventually(remembered, (folder) => folder !== undefined)).toBe(chosen);
  });

  it('tells of a folder that it may not write, until it may', unless(onWindows, asRoot), async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([KEY]);
    chmodSync(registry, 0o555);
    onTestFinished(() => chmodSync(registry, 0o755));
    const server = await startServer({ registry, port: 0 });
    onTestFinished(() => server.close());
    const isReadOnly = () => server.status().registry.readOnly;
    expect(await eventually(isReadOnly, (known) => known === true)).toBe(true);
    chmodSync(registry, 0o755);
    writeFileSync(join(registry, 'skills', KEY, 'overview.md'), '# Another\n');
    expect(await eventually(isReadOnly, (known) => known === undefined)).toBeUndefined();
  });
});
