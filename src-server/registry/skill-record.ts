import type { IndexEntry, JsonObject, SkillKey, TokenCount } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { SeverityCounts } from '../contract/words.ts';
import type { FoundSections } from '../search/sections.ts';

/**
 * One served skill, with everything that an answer needs: the worker makes it, the serving thread holds it. Immutable.
 * A change makes a new record; parts that stayed the same (`texts`, `files`, `entry` …) stay the same objects, so
 * that whatever was made of them can be kept in a `WeakMap`. `servedFields(record)` gives the fields of an answer.
 */
export interface SkillRecord extends SkillFiles {
  readonly key: SkillKey;
  readonly registry?: string | undefined;
  readonly entry: IndexEntry;
  readonly findings: SkillFindings;
  /** Why agents don't get the skill: `its code is Rust, the library's language is C++`. Undefined if they do. */
  readonly withheld?: string | undefined;
  /** Of the texts. Undefined until the words of a start are known. */
  readonly sections?: FoundSections | undefined;
  /** Of the texts by path. Undefined until counted. */
  readonly tokens: ReadonlyMap<string, TokenCount> | undefined;
}

export interface SkillFiles {
  /** Relative to the registry's root, with `/`; '' for a registry that is one skill. */
  readonly folder: string;
  readonly manifest: JsonObject;
  readonly manifestText: string;
  /** Knowledge files by path in byte order, those without a text included. */
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /** By path, in the order of `files`: UTF-8 without byte order mark, bad bytes replaced, line ends kept. */
  readonly texts: ReadonlyMap<string, string>;
  readonly contents: readonly string[];
  readonly overviewSummary: string;
}

export interface KnowledgeFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Why there is no text, for a sentence: `is a pointer of Git LFS, not the file itself`. */
  readonly unread?: string;
}

export interface SkillFindings {
  /** Of reading, of index.json's entry, and of relations between skills. */
  readonly loader: readonly Diagnostic[];
  /** Of the rules about skill.json and texts. Empty until `isChecked`. */
  readonly checks: readonly Diagnostic[];
  readonly isChecked: boolean;
  /** Of those that were left out, since they are too many. */
  readonly more?: SeverityCounts;
}
