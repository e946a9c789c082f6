import type { UnreadFile } from '../contract/api/project.ts';

/** Example of a reason: "is larger than 32 MiB". */
export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Relative paths with `/`. Readers use nothing else, so they also run over files dropped on a page. */
export interface ProjectFiles {
  readonly paths: readonly string[];
  /** Omitted by the search. */
  readonly leftOut: readonly UnreadFile[];
  read(path: string): Promise<FileText>;
}
