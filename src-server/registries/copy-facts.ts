import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillKey } from '../contract/api/api.ts';
import type { Severity } from '../contract/diagnostics/diagnostic.ts';

/** What is known of a copy without reading it again; stands beside its files. */
export interface CopyFacts {
  readonly commit: string;
  /** When it was committed, ISO 8601. */
  readonly date: string | null;
  /** Git's ids by path, relative to the copy's files. */
  readonly files: Readonly<Record<string, string>>;
  readonly skills: Readonly<Record<SkillKey, CopiedSkill>>;
  /** Found while reading, before the rules. */
  readonly problems: Readonly<Record<Severity, number>>;
  /** What was not written, a sentence each. */
  readonly skipped: readonly string[];
  readonly bytes: number;
}

export interface CopiedSkill {
  /** Relative to the copy's files. */
  readonly folder: string;
  readonly language: string;
  readonly risk: string | null;
}

export const FACTS_FILE = 'copy.json';
/** Holds the commit alone: facts of a large copy take long to read. */
export const COMMIT_FILE = 'commit';

export async function readCopyFacts(copy: string): Promise<CopyFacts> {
  const text = await fs.readFile(join(copy, FACTS_FILE), 'utf8');
  return JSON.parse(text) as CopyFacts;
}

/** A copy that is whole and not in its place yet. */
export interface Draft {
  /** Absolute; in `DRAFTS` of the store. */
  readonly path: string;
  readonly facts: CopyFacts;
}

/** Folder of drafts, below the store. */
export const DRAFTS = 'incoming';
