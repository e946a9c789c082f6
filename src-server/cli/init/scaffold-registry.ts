import { RULES_FILE, registryRulesText } from '../../validation/registry-rules.ts';

/** `private`: for its authors. `public`: every rule of the specification applies. */
export const REGISTRY_PROFILES = ['private', 'public'] as const;
export type RegistryProfile = (typeof REGISTRY_PROFILES)[number];

export const PROFILE_MEANS: Readonly<Record<RegistryProfile, string>> = {
  private:
    'It is private: short files, a missing trust score and missing examples are notes. rules.json says so.',
  public: 'It is public: every rule of the specification applies to its skills. rules.json says so.',
};

/**
 * The skills folder comes last, since it makes a registry.
 *
 * @param profile undefined if rules.json exists
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
