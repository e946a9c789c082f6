import { join } from 'node:path';
import { LANGUAGES } from '../../contract/api/api.ts';
import { isRequiredFile, STANDARD_FILES } from '../../contract/api/standard-files.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { keyOfFolder } from '../model/assign-keys.ts';
import { isInside, joinRelative, pathIn } from '../paths.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import type { Disk, FolderItem } from './disk.ts';

export const MAX_DEPTH = 4;

export interface FoundSkill {
  readonly folder: string;
  readonly directory: string;
  readonly items: readonly FolderItem[];
}

export interface WalkEvents {
  readonly onDirectory: (directory: string) => void;
  /** Undefined if the path can't be read, which is noted. */
  readonly tolerating: <T>(path: string, read: () => T) => T | undefined;
}

/**
 * Folders with a skill.json, also inside skills except in `examples/`. Follows links inside the registry,
 * each target once, since links among folders could multiply them.
 */
export function walkSkills(
  disk: Disk,
  location: RegistryLocation,
  { onDirectory, tolerating, onSkill }: WalkEvents & { readonly onSkill: (found: FoundSkill) => void },
): readonly Diagnostic[] {
  const { root, skillsFolder } = location;
  const diagnostics: Diagnostic[] = [];
  const followed = new Set<string>([root]);

  const visit = (folder: string, directory: string, depth: number, isInSkill: boolean): void => {
    onDirectory(directory);
    const items = tolerating(folder, () => listFolder(disk, folder, directory, diagnostics)) ?? [];
    const isSkill = items.some(({ name, kind }) => name === 'skill.json' && kind !== 'folder');
    if (isSkill) onSkill({ folder, directory, items });
    else if (!isInSkill) diagnostics.push(...reportMissingManifest(folder, items, location));
    for (const { name, kind } of items) {
      if (isPassedOver(name) || (isSkill && name === 'examples')) continue;
      if (kind !== 'folder' && kind !== 'link') continue;
      const child = joinRelative(folder, name);
      const below = [pathIn(directory, name), depth + 1, isInSkill || isSkill] as const;
      if (depth < MAX_DEPTH && kind === 'folder') visit(child, ...below);
      else if (depth < MAX_DEPTH) tolerating(child, () => followLink(child, ...below));
      else if (kind === 'folder')
        report('folder-too-deep', child, 'lies too deep to be looked into for skills');
    }
  };

  const followLink = (folder: string, link: string, depth: number, isInSkill: boolean): void => {
    const target = disk.realPath(link);
    if (target === undefined || followed.has(target) || isInside(target, link)) return;
    if (disk.stat(target)?.kind !== 'folder') return;
    followed.add(target);
    if (isInside(root, target)) visit(folder, target, depth, isInSkill);
    else report('file-outside', folder, 'is a link to a folder outside of the registry and was not followed');
  };

  const report = (code: 'file-outside' | 'folder-too-deep', file: string, what: string): void =>
    void diagnostics.push(diagnose(code, `${file} ${what}.`, { file }));

  const start = tolerating(skillsFolder, () => disk.realPath(join(root, skillsFolder)));
  if (start !== undefined && isInside(root, start)) visit(skillsFolder, start, 0, false);
  return diagnostics;
}

/** Without names that nobody can ask for: Node decodes bytes outside of UTF-8 to U+FFFD. */
export function listFolder(
  disk: Disk,
  folder: string,
  directory: string,
  diagnostics: Diagnostic[],
): readonly FolderItem[] {
  return (disk.list(directory) ?? []).filter(({ name }) => {
    if (!name.includes('\uFFFD')) return true;
    const file = joinRelative(folder, name);
    const message = `The name of ${file} is not UTF-8, so nobody can ask for it.`;
    diagnostics.push(diagnose('name-not-utf8', message, { file }));
    return false;
  });
}

const PASSED_OVER = new Set(['node_modules', '__pycache__']);

function isPassedOver(name: string): boolean {
  return name.startsWith('.') || PASSED_OVER.has(name);
}

/** Misspelled skill.json; a case-insensitive disk lists capitals, too. */
const NEAR_NAME = /^skills?\.json(?:\.txt)?$/i;
const IS_DOCS = /(?:^|\/)docs?(?:\/|$)/;

function reportMissingManifest(
  folder: string,
  items: readonly FolderItem[],
  { layout, skillsFolder }: RegistryLocation,
): readonly Diagnostic[] {
  // In a library, other folders lie beside the skill.
  if (layout !== 'registry' && layout !== 'flat') return [];
  const skillKey = keyOfFolder({ folder, manifest: undefined }, skillsFolder);
  if (skillKey === undefined || IS_DOCS.test(skillKey)) return [];
  // A flat registry may contain any folder beside its languages.
  if (layout === 'flat' && !LANGUAGES.some((language) => skillKey.startsWith(`${language}/`))) return [];
  const names = items.filter(({ kind }) => kind !== 'folder').map(({ name }) => name);
  const required = names.filter(isRequiredFile);
  const [first] = required;
  if (first === undefined) return [];
  const near = names.find((name) => NEAR_NAME.test(name));
  const beside = `There is no skill.json beside ${listWords(required, STANDARD_FILES.P0.length)}`;
  // An existing file, since reports link to it.
  const where = { skillKey, file: joinRelative(folder, near ?? first) };
  if (near === undefined) return [diagnose('skill-json-missing', `${beside}.`, where)];
  const fix = `Rename ${near} to skill.json.`;
  return [diagnose('skill-json-missing', `${beside}, but ${near}.`, { ...where, fix })];
}
