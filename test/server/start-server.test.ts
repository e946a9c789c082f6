import { describe, expect, it, onTestFinished } from 'vitest';
import { rememberedRegistry } from '../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../src-server/platform/files.ts';
import { startServer } from '../../src-server/service/start-server.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { eventually, isolateUserFolders } from '../support/test-server.ts';

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
});
