import { LANGUAGES } from '../../contract/api/api.ts';
import { isRequiredFile, STANDARD_FILES } from '../../contract/api/standard-files.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { keyOfFolder } from '../model/assign-keys.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { FoundFolder } from './walk-skills.ts';

/** Names that were meant as skill.json. On a disk that takes capitals for small letters the listing still tells them apart. */
const NEAR_NAME = /^skills?\.json(?:\.txt)?$/i;
/** Who explains a registry beside its skills may call a page overview.md. */
const IS_DOCS = /(?:^|\/)docs?(?:\/|$)/;

/**
 * Says that a folder without a skill.json plainly is meant as a skill: it lies at `language/author/name`, and has a file
 * that the specification asks for in every skill. Empty where it isn't, and in a library's own repository, where other
 * folders lie beside its skill.
 */
export function reportMissingManifest(
  { folder, items }: FoundFolder,
  { layout, skillsFolder }: Pick<RegistryLocation, 'layout' | 'skillsFolder'>,
): readonly Diagnostic[] {
  if (layout !== 'registry' && layout !== 'flat') return [];
  const skillKey = keyOfFolder({ folder, manifest: undefined }, skillsFolder);
  if (skillKey === undefined || IS_DOCS.test(skillKey)) return [];
  // Beside the languages of a flat registry anything may lie.
  if (layout === 'flat' && !LANGUAGES.some((language) => skillKey.startsWith(`${language}/`))) return [];
  const names = items.filter(({ kind }) => kind !== 'folder').map(({ name }) => name);
  const required = names.filter(isRequiredFile);
  const [first] = required;
  if (first === undefined) return [];
  const near = names.find((name) => NEAR_NAME.test(name));
  const beside = `There is no skill.json beside ${listWords(required, STANDARD_FILES.P0.length)}`;
  // A file that is there: reports lead to it.
  const where = { skillKey, file: joinRelative(folder, near ?? first) };
  if (near === undefined) return [diagnose('skill-json-missing', `${beside}.`, where)];
  const fix = `Rename ${near} to skill.json.`;
  return [diagnose('skill-json-missing', `${beside}, but ${near}.`, { ...where, fix })];
}
