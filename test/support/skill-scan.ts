import { type ReadDelta, toFolderDelta } from '../../src-server/registry/disk/read-folder.ts';
import {
  type LookResult,
  RegistryScan,
  type RegistryScanOptions,
} from '../../src-server/registry/disk/registry-scan.ts';
import type { FolderDelta } from '../../src-server/registry/folder-delta.ts';

export interface SkillScanOptions extends Omit<RegistryScanOptions, 'onPart'> {
  readonly onPart?: (part: FolderDelta) => void;
}

/** A `RegistryScan` that tells what the folders hold, as whoever serves them is told. */
export class SkillScan {
  readonly #scan: RegistryScan;

  constructor({ onPart, ...options }: SkillScanOptions) {
    const tell = onPart && ((part: ReadDelta) => onPart(toFolderDelta(part)));
    this.#scan = new RegistryScan({ ...options, ...(tell === undefined ? {} : { onPart: tell }) });
  }

  look(paths?: ReadonlySet<string>): Omit<LookResult, 'delta'> & { readonly delta: FolderDelta | undefined } {
    const { delta, ...rest } = this.#scan.look(paths);
    return { ...rest, delta: delta && toFolderDelta(delta) };
  }
}
