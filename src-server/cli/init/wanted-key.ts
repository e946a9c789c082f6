import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { LANGUAGES, type SkillKey } from '../../contract/api/api.ts';
import { parseSkillKey } from '../../registry/model/skill-key.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { CliError, NothingThere } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

interface NamedBeside {
  readonly registry?: string;
  readonly repo?: string;
  readonly library?: string;
}

/**
 * Undefined for existing folders and paths. Throws `CliError` for a key without registry, and in a registry
 * for an invalid key, unless the options suffice for a skill in a folder.
 *
 * @param around surrounding registry
 */
export function wantedKey(
  place: string | undefined,
  named: NamedBeside,
  around: RegistryLocation | undefined,
  cwd: string,
): SkillKey | undefined {
  if (place === undefined || isPath(place) || existsSync(resolve(cwd, place))) return undefined;
  const fault = faultOf(place);
  const hasRegistry = named.registry !== undefined || around !== undefined;
  if (fault === undefined && hasRegistry) return place;
  if (fault === undefined)
    throw new NothingThere(
      `${place} is a skill's key, and ${cwd} is in no registry. Go into one, name it with -r, or write ./${place} for a folder.`,
    );
  const isKeyMeant = named.registry !== undefined || (named.repo ?? named.library) === undefined;
  if (hasRegistry && isKeyMeant) throw new CliError(EXIT_CODES.usage, `${place} is not a key: ${fault}`);
  return undefined;
}

function isPath(place: string): boolean {
  return place.startsWith('.') || isAbsolute(place) || place.includes('\\');
}

/** A sentence; undefined if valid. */
function faultOf(text: string): string | undefined {
  const parts = parseSkillKey(text);
  if (parts === undefined) return 'a key has three parts, language/author/name, as in cpp/gabime/spdlog.';
  const { language } = parts;
  const isKnown = (name: string) => LANGUAGES.some((known) => known === name);
  if (isKnown(language)) return undefined;
  const lower = language.toLowerCase();
  return isKnown(lower)
    ? `its language is written in lower case: ${lower}${text.slice(language.length)}`
    : `its language is one of ${LANGUAGES.join(', ')}.`;
}
