import { randomUUID } from 'node:crypto';
import { promises as fs, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CREATE_NEW, guardPath } from '../platform/guarded-path.ts';
import { COMMIT_FILE, type CopyFacts, DRAFTS, FACTS_FILE, type UnplacedCopy } from './copy-facts.ts';
import { findCopiedSkills } from './find-copied-skills.ts';
import { describeFullDisk } from './full-disk.ts';
import type { WrittenCopy } from './write-copy.ts';

interface CopyDraft {
  readonly name: string;
  /** Absolute. */
  readonly store: string;
  readonly commit: string;
  readonly date?: Date | undefined;
}

/**
 * Writes a copy with its facts into a new folder; deletes the folder after a failure.
 *
 * @param folder of the repository
 * @param write fills the absolute, empty folder
 */
export async function writeCopyDraft(
  { name, store, commit, date }: CopyDraft,
  url: string,
  folder: string | null,
  write: (files: string) => Promise<WrittenCopy>,
): Promise<UnplacedCopy> {
  const draft = await guardPath(store, `${DRAFTS}/${process.pid}.${randomUUID()}`, 0o700);
  await fs.mkdir(draft.path, { mode: 0o700 });
  try {
    const files = join(draft.path, name);
    mkdirSync(files);
    const written = await write(files);
    const skills = findCopiedSkills(files, folder === null ? url : `The folder ${folder} of ${url}`);
    const facts: CopyFacts = { commit, date: date?.toISOString() ?? null, skills, ...written };
    await draft.checkAgain();
    await writeFlushed(join(draft.path, FACTS_FILE), JSON.stringify(facts));
    await writeFlushed(join(draft.path, COMMIT_FILE), facts.commit);
    return { path: draft.path, facts };
  } catch (error) {
    await fs.rm(draft.path, { recursive: true, force: true });
    throw describeFullDisk(error);
  }
}

async function writeFlushed(file: string, text: string): Promise<void> {
  const handle = await fs.open(file, CREATE_NEW, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
