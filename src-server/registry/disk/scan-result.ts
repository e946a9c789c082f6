import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { ParsedIndexFile } from '../model/registry-index-file.ts';
import { isAtOrBelow } from '../model/relative-path.ts';
import type { SkillFolder } from '../model/skill.ts';

export class ScanResult {
  indexFile: ParsedIndexFile | undefined;
  readonly upserted: SkillFolder[] = [];
  readonly removed: string[] = [];
  readonly unreadable = new Map<string, string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly unsettled: string[] = [];
  readonly racy: string[] = [];
  readonly seen: string[] = [];

  /** Retained: the path was not reached or is unreadable. */
  saysNothingOf({ code, file = '' }: Diagnostic): boolean {
    if (!this.seen.some((subtree) => isAtOrBelow(subtree, file))) return true;
    if (!this.couldNotRead(file)) return false;
    return !this.diagnostics.some((found) => found.code === code && found.file === file);
  }

  /** Contents not counted as removed. */
  couldNotRead(path: string): boolean {
    return [...this.unreadable.keys()].some((place) => isAtOrBelow(place, path));
  }
}
