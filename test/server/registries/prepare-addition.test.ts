import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { DRAFTS } from '../../../src-server/registries/copy.ts';
import { countPreviewProblems } from '../../../src-server/registries/count-preview-problems.ts';
import { manageRegistries } from '../../../src-server/registries/manage-registries.ts';
import { openRegistryStore } from '../../../src-server/registries/registry-store.ts';
import { skillFiles, startGitServer } from '../../support/git-server.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

vi.mock(import('../../../src-server/registries/count-preview-problems.ts'), { spy: true });

it('deletes a fetched registry whose preview fails', async () => {
  const git = await startGitServer();
  const team = git.repository();
  team.commit(skillFiles('queue'));
  team.publish();
  const store = openRegistryStore(temporaryFolder());
  vi.mocked(countPreviewProblems).mockRejectedValue(new Error('The checker did not start.'));
  const registries = manageRegistries(store, { env: process.env });
  const adding = registries.prepare({ address: `${git.url}/team.git`, follow: false });
  await expect(adding).rejects.toThrow('The checker did not start.');
  expect(readdirSync(join(store.folder, DRAFTS))).toEqual([]);
});
