import type { SkillKey } from '../contract/api/api.ts';
import { encodePath } from '../contract/words/encode-path.ts';
import type { SkillRecord } from '../registry/skill-record.ts';

/** An answer of the service, and its file. */
export interface SiteAnswer {
  /** In the site. */
  readonly path: string;
  /** Path of the request. */
  readonly url: string;
  /** Default: JSON or plain text. */
  readonly accept?: string;
}

/** For JSON answers whose address is also a folder, or has no ending that tells the type. */
export const JSON_END = '.json';
/** For Markdown answers, requested with `Accept`. */
const MARKDOWN_END = '.md';

/** Paths of JSON answers. */
export const GENERAL_ANSWERS = ['health', 'v1/skills', 'v1/diagnostics', 'schemas'] as const;

/** @param schemas `/schemas/<name>` */
export function generalAnswers(schemas: readonly string[]): readonly SiteAnswer[] {
  return [
    ...GENERAL_ANSWERS.map((path) => ({ path: `${path}${JSON_END}`, url: `/${path}` })),
    ...['/openapi.json', ...schemas].map((url) => ({ path: url.slice(1), url })),
  ];
}

export function skillAnswers({ key, files }: Pick<SkillRecord, 'key' | 'files'>): readonly SiteAnswer[] {
  const folder = skillFolder(key);
  const url = `/${encodePath(folder)}`;
  return [
    { path: `${folder}${JSON_END}`, url },
    { path: `${folder}${MARKDOWN_END}`, url, accept: 'text/markdown' },
    ...Array.from(files.keys(), (file) => ({ path: `${folder}/${file}`, url: `${url}/${encodePath(file)}` })),
  ];
}

/** skill.json as written by its author: with it and the sections, a copy of the registry can be made. */
export function sourcePath(key: SkillKey): string {
  return `${skillFolder(key)}/skill.json`;
}

function skillFolder(key: SkillKey): string {
  return `v1/skills/${key}`;
}
