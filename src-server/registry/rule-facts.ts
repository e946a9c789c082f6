import { join } from 'node:path';
import type { CheckedSkill } from '../validation/checked-skill.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { createDiskReader, type ReadRequest } from './disk/disk-reader.ts';
import { MAX_INDEX_BYTES } from './disk/index-file-scan.ts';
import { checkedFiles, MAX_CONTENT_BYTES, type Skill } from './model/skill.ts';

const reader = createDiskReader();

export function skillFacts(skill: Skill): CheckedSkill {
  const { key, folder, manifest } = skill;
  return { key, folder, manifest, files: checkedFiles(skill), readText: (path) => readText(skill, path) };
}

export function readRegistryText(root: string, path: string): string | undefined {
  return readWhole({ path: join(root, path), inside: root, maxSize: MAX_INDEX_BYTES });
}

function readText(skill: Skill, path: string): string | undefined {
  const inside = skill.directory;
  if (path === MANIFEST_FILE)
    return readWhole({ path: join(inside, path), inside, maxSize: MAX_INDEX_BYTES });
  const file = skill.files.get(path);
  if (file === undefined) return undefined;
  const real = file.target ?? join(inside, path);
  return readWhole({ path: real, inside, stamp: file, maxSize: MAX_CONTENT_BYTES });
}

function readWhole(request: ReadRequest): string | undefined {
  const read = reader.read(request);
  return read.ok ? read.bytes.toString('utf8').replace(/^\uFEFF/, '') : undefined;
}
