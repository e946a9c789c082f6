import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { ParsedIndexFile } from '../model/registry-index-file.ts';
import { isAtOrBelow } from '../model/relative-path.ts';
import type { SkillFolder } from '../model/skill.ts';

/** What one look at a registry gathers. Paths are relative to its root. */
export class RegistryLook {
  /** Where it is different. */
  indexFile: ParsedIndexFile | undefined;
  readonly upserted: SkillFolder[] = [];
  readonly removed: string[] = [];
  /** Why, by path. */
  readonly unreadable = new Map<string, string>();
  readonly diagnostics: Diagnostic[] = [];
  /** Absolute. */
  readonly unsettled: string[] = [];
  /** Absolute. */
  readonly racy: string[] = [];
  /** The parts that were walked. */
  readonly seen: string[] = [];

  /** Whether what an earlier look found is still so, as far as is known: this one didn't come there, or couldn't read it. */
  saysNothingOf({ code, file = '' }: Diagnostic): boolean {
    if (!this.seen.some((subtree) => isAtOrBelow(subtree, file))) return true;
    if (!this.couldNotRead(file)) return false;
    return !this.diagnostics.some((found) => found.code === code && found.file === file);
  }

  /** Whether a path is, or lies in, what couldn't be read: nothing of it is known to have gone. */
  couldNotRead(path: string): boolean {
    return [...this.unreadable.keys()].some((place) => isAtOrBelow(place, path));
  }
}
