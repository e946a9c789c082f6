import { STANDARD_FILES } from '../../contract/api/standard-files.ts';
import { isKnowledgeFile } from '../../validation/knowledge-files.ts';
import type { SkillRecord } from '../skill-record.ts';
import { listedPaths } from './read-manifest.ts';

export const MOST_LEFT_OUT = 10_000;

export function leftOutFiles({
  key,
  manifest,
  files,
  contents,
}: Pick<SkillRecord, 'key' | 'manifest' | 'files' | 'contents'>): ReadonlyMap<string, string> {
  const sent = new Set(contents);
  const listed = new Set(listedPaths(manifest).map(({ path }) => path));
  const known = new Set([...STANDARD_FILES.P0, ...files.keys(), ...listed]);
  const left = [...known].filter((path) => !sent.has(path)).slice(0, MOST_LEFT_OUT);
  return new Map(left.map((path) => [path, whyLeftOut(path)]));

  function whyLeftOut(path: string): string {
    const file = files.get(path);
    const section = `read /v1/skills/${key}/${path}`;
    if (file === undefined) {
      if (!listed.has(path)) return `${path} is required, and there is no such file.`;
      return isKnowledgeFile(path)
        ? `${path} is listed, and there is no such file.`
        : `${path} is listed, and files of this kind are not served.`;
    }
    if (file.unread !== undefined) return `${path} ${file.unread}.`;
    return `${path} is left out, since "files" does not list it: ${section}.`;
  }
}
