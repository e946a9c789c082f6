import type { UnreadFile } from '../contract/api/project.ts';

/** Reason: "is larger than 32 MiB". */
export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Relative paths with `/`. The only source of readers: they also run over files dropped on a page. */
export interface ProjectFiles {
  readonly paths: readonly string[];
  readonly leftOut: readonly UnreadFile[];
  read(path: string): Promise<FileText>;
}
