import type { IndexEntry, JsonObject, SkillKey, TokenCount } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { SeverityCounts } from '../contract/words.ts';
import type { DangerPlace } from '../search/dangers.ts';
import type { FoundEntries } from '../search/entries.ts';

/**
 * One served skill, with everything that an answer needs: the worker makes it, the serving thread holds it.
 * Immutable. A change makes a new record; parts that stayed the same (`texts`, `files`, `entry` …) stay the same
 * objects, so that whatever was made of them can be kept in a `WeakMap`. `servedFields(record)` gives the fields of
 * an answer. A skill has three views of its texts: `files` are facts of each file, `texts` what stands in those that
 * could be read, `contentPaths` which of them are sent with the skill.
 */
export interface SkillRecord extends SkillFiles {
  readonly key: SkillKey;
  readonly registry?: string | undefined;
  readonly entry: IndexEntry;
  readonly findings: SkillFindings;
  /** Why agents don't get the skill: `its code examples are Rust, though the library's language is C++`. Undefined if they do. */
  readonly withheld?: string | undefined;
  /** The entries of the texts. Undefined until the words of a start are known. */
  readonly textEntries?: FoundEntries | undefined;
  /** What the skill warns of first. Undefined until its words are known. */
  readonly dangers?: readonly DangerPlace[] | undefined;
  /** Paths of texts that agents may read as they are, see `isHarmless`. Undefined until they were checked. */
  readonly harmless?: ReadonlySet<string> | undefined;
  /** The tokens of each text, by path. Undefined until they are counted. */
  readonly tokens: ReadonlyMap<string, TokenCount> | undefined;
}

/** What was read of a skill's folder. */
export interface SkillFiles {
  /** The folder relative to the registry's root, with `/`; '' for a registry that is one skill. */
  readonly folder: string;
  readonly manifest: JsonObject;
  readonly manifestText: string;
  /** Facts of all knowledge files, by path in byte order; those whose text can't be served are included. */
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /**
   * The text of each file that could be read, by path, in the order of `files`: without byte order mark, bytes
   * outside of UTF-8 replaced, line ends kept.
   */
  readonly texts: ReadonlyMap<string, string>;
  /**
   * Paths of the texts that are sent with the skill, as `_contents`: those that skill.json lists and the required
   * ones.
   */
  readonly contentPaths: readonly string[];
  /** The first sentence of overview.md, for a skill that states no summary; else ''. */
  readonly overviewSummary: string;
  /**
   * What bites first: the author's sentence, else the title of the first pitfall, else of the first rule of safety.md;
   * undefined if nothing warns.
   */
  readonly firstDanger?: string | undefined;
}

/**
 * Facts of a file of a skill. `path` is relative to the skill's folder, `size` in bytes, `mtimeMs` in milliseconds
 * since 1970.
 */
export interface KnowledgeFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Why there is no text, for a sentence: `is a pointer of Git LFS, not the file itself`. */
  readonly unread?: string;
}

/** What is wrong with a skill, as posted: a registry's rules.json is applied to it when it is counted or listed. */
export interface SkillFindings {
  /** What was found while reading, about the entry of index.json, and about relations between skills. */
  readonly reading: readonly Diagnostic[];
  /**
   * What the rules say about skill.json and texts. Those of the text before until `isChecked`; of a new skill, none.
   */
  readonly checks: readonly Diagnostic[];
  readonly isChecked: boolean;
  /** Counts of those that were left out: a skill has at most 500. */
  readonly more?: SeverityCounts;
}
