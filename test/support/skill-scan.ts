import { toFolderDelta } from '../../src-server/registry/disk/read-folder.ts';
import {
  type LookResult,
  RegistryScan,
  type RegistryScanOptions,
} from '../../src-server/registry/disk/registry-scan.ts';
import type { FolderDelta } from '../../src-server/registry/model/folder-delta.ts';

/** A `RegistryScan` that tells what the folders hold, as the model is told. */
export class SkillScan {
  readonly #scan: RegistryScan;

  constructor(options: RegistryScanOptions) {
    this.#scan = new RegistryScan(options);
  }

  look(paths?: ReadonlySet<string>): Omit<LookResult, 'delta'> & { readonly delta: FolderDelta | undefined } {
    const { delta, ...rest } = this.#scan.look(paths);
    return { ...rest, delta: delta && toFolderDelta(delta) };
  }
}
