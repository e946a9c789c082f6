import type { SiteManifest } from '../contract/api/site-manifest.ts';
import { printable } from '../contract/words/printable.ts';
import { foldedName, foldersAbove, nameFault } from './copy-names.ts';
import { RegistryRefusal } from './registry-refusal.ts';
import { sizeWords } from './size-words.ts';
import { type CopyLimits, createSkipped, refuseBytes, refuseCount, refuseDeepPath } from './write-copy.ts';

export interface SiteCopyFile {
  /** In the site. */
  readonly from: string;
  /** In the copy. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface SelectedFiles {
  readonly files: readonly SiteCopyFile[];
  /** Sentences. */
  readonly skipped: readonly string[];
}

const LIST = 'v1/skills.json';
const SKILLS = 'v1/skills/';
/** Segments of a key. */
const KEY_DEPTH = 3;

/**
 * Files of a registry in a site: the list becomes index.json, skill.json and knowledge files go into the folder
 * of their skill.
 *
 * @throws {RegistryRefusal} for hostile paths, and beyond the limits
 */
export function selectSiteFiles(listed: SiteManifest['files'], limits: CopyLimits): SelectedFiles {
  const files: SiteCopyFile[] = [];
  const skipped = createSkipped();
  const taken = new Map<string, string>();
  let total = 0;
  for (const from of Object.keys(listed).sort()) {
    const path = copyPath(from);
    const { sha256, bytes } = listed[from] ?? { sha256: '', bytes: 0 };
    if (path === undefined) continue;
    const isLarge = bytes > limits.fileBytes;
    const size = isLarge ? `is larger than ${sizeWords(limits.fileBytes)}` : undefined;
    const fault = faultOf(path) ?? size ?? collisionOf(path, taken);
    if (fault !== undefined) {
      skipped.add(path, fault);
      continue;
    }
    files.push({ from, path, sha256, bytes });
    total += bytes;
    refuseCount(files.length, 'file', limits);
    refuseCount(taken.size - files.length, 'folder', limits);
    refuseBytes(total, limits);
  }
  return { files, skipped: skipped.sentences() };
}

/** Undefined for files that make no registry. */
function copyPath(from: string): string | undefined {
  if (from === LIST) return 'index.json';
  if (!from.startsWith(SKILLS)) return undefined;
  const below = from.slice(SKILLS.length);
  return below.split('/').length > KEY_DEPTH ? `skills/${below}` : undefined;
}

/** Throws `RegistryRefusal` for attacks. */
function faultOf(path: string): string | undefined {
  refuseDeepPath(path);
  if (/\p{Cs}/u.test(path)) return 'has a name that is not UTF-8';
  for (const segment of path.split('/')) {
    const fault = nameFault(Buffer.from(segment));
    if (fault?.hostile) throw new RegistryRefusal(`Nothing was taken: ${printable(path)} ${fault.why}.`);
    if (fault !== undefined) return fault.why;
  }
  return undefined;
}

/** Of the file and the folders above with files and folders of other spelling or kind. */
function collisionOf(path: string, taken: Map<string, string>): string | undefined {
  const spellings = [...foldersAbove(path).map((folder) => `${folder}/`), path];
  const folded = (spelling: string) => foldedName(spelling.replace(/\/$/, ''));
  const collides = spellings.some((spelling) => {
    const known = taken.get(folded(spelling));
    return known !== undefined && (known !== spelling || spelling === path);
  });
  if (collides) return 'differs from another name in letters’ case alone, or is a file and a folder';
  for (const spelling of spellings) taken.set(folded(spelling), spelling);
  return undefined;
}
