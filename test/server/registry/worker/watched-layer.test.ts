import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk } from '../../../../src-server/registry/worker/disk.ts';
import { WatchedLayer } from '../../../../src-server/registry/worker/watched-layer.ts';
import { temporaryRegistry } from '../../../support/temporary-registry.ts';

it('keeps its skills where the folder is moved away during a scan, and reads it again once it is back', () => {
  const root = temporaryRegistry(['cpp/gabime/spdlog', 'go/jackc/pgx']);
  let isMoving = false;
  const list = (folder: string) => {
    if (isMoving && folder === join(root, 'skills')) renameSync(root, `${root}-moved`);
    return disk.list(folder);
  };
  const options = { disk: { ...disk, list }, watch: 'off', onChange: () => {} } as const;
  const folder = new WatchedLayer({ name: '', folder: root, isAdded: false }, options);
  const skills = () => folder.layer.model?.skills.size;
  folder.scan(true);
  expect([skills(), folder.layer.unavailable]).toEqual([2, undefined]);
  isMoving = true;
  folder.scan(true);
  expect([skills(), folder.layer.unavailable]).toEqual([2, expect.stringContaining('it is gone')]);
  isMoving = false;
  renameSync(`${root}-moved`, root);
  folder.scan(true);
  expect([skills(), folder.layer.unavailable]).toEqual([2, undefined]);
});
