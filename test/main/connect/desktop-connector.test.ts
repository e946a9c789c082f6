import { expect, it } from 'vitest';
import { createDesktopConnector } from '../../../src-main/connect/desktop-connector.ts';
import { keepCaller } from '../../../src-server/discovery/caller-files.ts';
import { userFolders } from '../../../src-server/user-folders.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';

it('tells the window what a client did that starts the program by itself', async () => {
  isolateUserFolders();
  const at = new Date().toISOString();
  await keepCaller(userFolders().data, { name: 'claude-code', lastAt: at, lastCall: at });
  const why = 'Nothing is installed.';
  const { connector } = createDesktopConnector({
    ...{ serviceUrl: () => undefined, port: () => 8701, cli: { why }, installed: { why } },
    dataFolder: temporaryFolder(),
  });
  expect(await connector.state('claude-code')).toMatchObject({ seen: { lastAt: at, lastCall: at } });
  expect(await connector.state('zed')).not.toHaveProperty('seen');
});
