import { join } from 'node:path';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { isKnowledgeFile } from '../validation/knowledge-files.ts';
import type { SkillWithTexts } from '../validation/skill-checker.ts';
import { truncate } from '../validation/truncate.ts';
import type { ReadRequest } from './disk/disk-reader.ts';
import { MAX_INDEX_BYTES } from './disk/index-file-scan.ts';
import type { ReadFiles } from './disk/load-registry.ts';
import { checkedFiles, MAX_CONTENT_BYTES, type Skill } from './model/skill.ts';

export const MAX_CHECKED_BYTES = 16 * 1024 * 1024;

export interface SkillToCheck {
  readonly skill: SkillWithTexts;
  readonly diagnostics: readonly Diagnostic[];
  readonly isStale: boolean;
  readonly isWhole: boolean;
}

export async function readSkillTexts(skill: Skill, read: ReadFiles): Promise<SkillToCheck> {
  const { key, folder, manifest } = skill;
  const { paths, leftOut } = fitTexts(skill);
  const readings = await read(paths.map((path) => requestOf(skill, path)));
  const texts: Record<string, Uint8Array> = {};
  for (const [place, path] of paths.entries()) {
    const reading = readings[place];
    if (reading?.ok) texts[path] = reading.bytes;
  }
  return {
    skill: { key, folder, manifest, files: checkedFiles(skill), texts },
    diagnostics: leftOut.length === 0 ? [] : [describe(skill, leftOut)],
    isWhole: readings.every((reading) => reading.ok),
    isStale: readings.some(
      (reading) => !reading.ok && (reading.cause === 'changed' || reading.cause === 'gone'),
    ),
  };
}

function fitTexts(skill: Skill): { readonly paths: readonly string[]; readonly leftOut: readonly string[] } {
  const paths = [MANIFEST_FILE];
  const leftOut: string[] = [];
  let left = MAX_CHECKED_BYTES;
  for (const { path, size } of skill.files.values()) {
    if (!isKnowledgeFile(path)) continue;
    const fits = size <= left;
    (fits ? paths : leftOut).push(path);
    if (fits) left -= size;
  }
  return { paths, leftOut };
}

function requestOf({ directory, files }: Skill, path: string): ReadRequest {
  const file = files.get(path);
  if (file === undefined) return { path: join(directory, path), inside: directory, maxSize: MAX_INDEX_BYTES };
  const { size, mtimeMs, ctimeMs, ino, target = join(directory, path) } = file;
  const stamp = { size, mtimeMs, ctimeMs, ino };
  return { path: target, inside: directory, stamp, maxSize: MAX_CONTENT_BYTES };
}

function describe({ key, folder }: Pick<Skill, 'key' | 'folder'>, leftOut: readonly string[]): Diagnostic {
  const message = `Not checked, as there is too much of it: ${truncate(leftOut.join(', '))}.`;
  return diagnose('texts-left-out', message, { skillKey: key, ...(folder !== '' && { file: folder }) });
}
