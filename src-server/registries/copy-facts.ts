import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillKey } from '../contract/api/api.ts';

/** Stored to avoid reading the files again. */
export interface CopyFacts {
  readonly commit: string;
  /** Commit date, ISO 8601. */
  readonly date: string | null;
  /** Git blob IDs by relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly skills: Readonly<Record<SkillKey, CopiedSkill>>;
  /** Sentences. */
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
/** Facts of a large copy are slow to read. */
export const COMMIT_FILE = 'commit';

export async function readCopyFacts(copy: string): Promise<CopyFacts> {
  const text = await fs.readFile(join(copy, FACTS_FILE), 'utf8');
  return JSON.parse(text) as CopyFacts;
}

/** File name at the root. */
export function licenceOf({ files }: Pick<CopyFacts, 'files'>): string | undefined {
  return Object.keys(files).find((path) => /^(?:licen[cs]e|copying)(?:\.[a-z]+)?$/i.test(path));
}

/** Complete, not yet in place. */
export interface UnplacedCopy {
  /** Absolute. */
  readonly path: string;
  readonly facts: CopyFacts;
}

export const DRAFTS = 'incoming';
