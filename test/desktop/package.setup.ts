import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractAll } from '@electron/asar';
import { expect, test } from 'playwright/test';
import { checkPackage } from '../../scripts/check-package.mjs';
import { packUnpacked } from '../../scripts/package.mjs';
import { packedResources } from './desktop-test.ts';

test('the packed app holds what runs and nothing else, and is unpacked away from node_modules', async () => {
  const output = mkdtempSync(join(tmpdir(), 'skills-package-'));
  try {
    const folder = await packUnpacked(output);
    expect((await checkPackage(folder, 'linux')).files).toContain('dist/main/main.js');
    const target = packedResources();
    cpSync(join(folder, 'resources'), target, { recursive: true });
    extractAll(join(target, 'app.asar'), join(target, 'app'));
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
  for (let folder = packedResources(); dirname(folder) !== folder; folder = dirname(folder))
    expect(existsSync(join(folder, 'node_modules')), `${folder} must have no node_modules`).toBe(false);
});
