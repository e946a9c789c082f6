import type { UnreadFile } from '../contract/api/project.ts';

export type { ProjectPackage, ReadProject, UnreadFile } from '../contract/api/project.ts';

/** A file's text, or why there is none ("is larger than 32 MiB"). */
export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** A project's files by relative path with `/`. The readers see nothing else, so they also run over files dropped on a page. */
export interface ProjectFiles {
  readonly paths: readonly string[];
  /** What the finder of the files left out. */
  readonly leftOut: readonly UnreadFile[];
  read(path: string): Promise<FileText>;
}
