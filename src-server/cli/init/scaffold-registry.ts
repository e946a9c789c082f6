/** The files of a new registry. */
import { RULES_FILE, registryRulesText } from '../../validation/registry-rules.ts';

/** Whom a registry is for. `private`: its makers alone. `public`: everybody, so every rule of the specification holds. */
export const REGISTRY_PROFILES = ['private', 'public'] as const;
/** Whom a registry is for, which decides its rules. */
export type RegistryProfile = (typeof REGISTRY_PROFILES)[number];

/** What the profile means, in a sentence. */
export const PROFILE_MEANS: Readonly<Record<RegistryProfile, string>> = {
  private:
    'It is private: short files, a missing trust score and missing examples are notes. rules.json says so.',
  public: 'It is public: every rule of the specification applies to its skills. rules.json says so.',
};

/**
 * Texts by path; the folder of skills comes last, since it makes a registry of the folder.
 *
 * @param profile undefined where the rules are there already
 */
export function scaffoldRegistry(
  profile: RegistryProfile | undefined,
): ReadonlyArray<readonly [path: string, text: string]> {
  const rules = profile === 'private' ? profile : 'specification';
  return [
    ['README.md', README],
    ...(profile === undefined ? [] : [[RULES_FILE, registryRulesText(rules)] as const]),
    // Git keeps no empty folder.
    ['skills/.gitkeep', ''],
  ];
}

const README = `# Skills

A skill is a short folder of files about one library: what breaks, what must never be done, in which order to start and
stop things. Agents read it before they write code against the library.

| In this folder | |
|---|---|
| \`skills-registry init --library <folder>\` | start a skill about the library whose sources are in that folder |
| \`skills-registry init <language>/<author>/<name>\` | the same, where you don't have its sources |
| \`skills-registry validate\` | what is wrong, where, and how to mend it |
| \`skills-registry serve\` | serve the skills to agents, IDEs and people |

Each skill is in \`skills/<language>/<author>/<name>/\`. \`rules.json\` says what is asked of it.
`;
