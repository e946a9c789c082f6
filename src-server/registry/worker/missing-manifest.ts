import { LANGUAGES } from '../../contract/api/api.ts';
import { isRequiredFile, STANDARD_FILES } from '../../contract/api/standard-files.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { keyOfFolder } from '../model/assign-keys.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import type { FoundFolder } from './walk-skills.ts';

/** Misspelled skill.json; a case-insensitive disk lists capitals, too. */
const NEAR_NAME = /^skills?\.json(?:\.txt)?$/i;
/** May contain an overview.md. */
const IS_DOCS = /(?:^|\/)docs?(?:\/|$)/;

/**
 * Reports folders at `language/author/name` with a required file but no skill.json. Skips libraries, with
 * other folders beside the skill.
 */
export function reportMissingManifest(
  { folder, items }: FoundFolder,
  { layout, skillsFolder }: Pick<RegistryLocation, 'layout' | 'skillsFolder'>,
): readonly Diagnostic[] {
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
