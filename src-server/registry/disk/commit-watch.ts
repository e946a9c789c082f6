import { isJsonObject } from '../../contract/api/json-object.ts';
import type { ServedCommit } from '../model/served-commit.ts';
import type { DiskReader } from './disk-reader.ts';
import { findGitFolders, type GitFolders, readText } from './git/git-folders.ts';
import { readGitCommit } from './git/read-git-commit.ts';
import { readGitHead } from './git/read-git-head.ts';

/** Of an added registry. Absolute paths. */
export interface CopyFiles {
  /** Holds the commit's ID. */
  readonly commit: string;
  /** JSON with `commit` and `date`. */
  readonly facts: string;
}

const MAX_ID_BYTES = 100;
/** 100,000 files, with long paths. */
const MAX_FACTS_BYTES = 128 * 1024 * 1024;

/** The commit that the registry's root shows. Git itself never runs here: `.git` may be an attacker's. */
export class CommitWatch {
  readonly #reader: DiskReader;
  readonly #root: string;
  readonly #copy: CopyFiles | undefined;
  #last: ServedCommit | undefined;
  /** Also if unreadable. */
  #seenId: string | undefined;
  #folders: readonly string[] = [];

  constructor(
    reader: DiskReader,
    {
      root,
      copy,
      last,
    }: {
      readonly root: string;
      readonly copy?: CopyFiles | undefined;
      readonly last?: ServedCommit | undefined;
    },
  ) {
    this.#reader = reader;
    this.#root = root;
    this.#copy = copy;
    this.#last = last;
    this.#seenId = last?.id;
  }

  /** With an event when the commit changes. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Reads the commit's ID alone. */
  isMoved(): boolean {
    const id = this.#orNothing(() => this.#find()?.id);
    return id !== undefined && id !== this.#seenId;
  }

  /** Undefined if the commit is the last, or unreadable. */
  next(): ServedCommit | undefined {
    const next = this.#orNothing(() => {
      const found = this.#find();
      this.#seenId = found?.id ?? this.#seenId;
      return found === undefined || found.id === this.#last?.id ? undefined : found.read();
    });
    this.#last = next ?? this.#last;
    return next;
  }

  #find(): { readonly id: string; read(): ServedCommit | undefined } | undefined {
    if (this.#copy !== undefined) return this.#findCopied(this.#copy);
    const git = findGitFolders(this.#root, this.#reader);
    return git && this.#findHead(git);
  }

  #findHead(git: GitFolders) {
    const head = readGitHead(git, this.#reader);
    if (head === undefined) return undefined;
    const { id, movedMs, folders } = head;
    this.#folders = folders;
    return {
      id,
      read: () => toCommit(id, movedMs, readGitCommit(git.shared, id, this.#reader)?.date?.getTime()),
    };
  }

  #findCopied({ commit, facts }: CopyFiles) {
    const id = readText(commit, MAX_ID_BYTES, this.#reader)?.trim();
    if (id === undefined) return undefined;
    return {
      id,
      read: () => {
        const read: unknown = JSON.parse(readText(facts, MAX_FACTS_BYTES, this.#reader) ?? 'null');
        if (!isJsonObject(read) || read['commit'] !== id) return undefined;
        return toCommit(id, 0, Date.parse(String(read['date'])));
      },
    };
  }

  #orNothing<T>(ask: () => T): T | undefined {
    try {
      return ask();
    } catch {
      return undefined;
    }
  }
}

function toCommit(id: string, movedMs: number, timeMs = Number.NaN): ServedCommit | undefined {
  return Number.isNaN(timeMs) ? undefined : { id, timeMs, movedMs };
}
