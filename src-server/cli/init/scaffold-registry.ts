import { RULES_FILE, registryRulesText } from '../../validation/registry-rules.ts';

/** `private`: for its authors. `public`: every rule applies. */
export const REGISTRY_PROFILES = ['private', 'public'] as const;
export type RegistryProfile = (typeof REGISTRY_PROFILES)[number];

export const PROFILE_MEANS: Readonly<Record<RegistryProfile, string>> = {
  private:
    'Private registry: short files, a missing trust score and missing examples are notes (rules.json).',
  public: 'Public registry: every rule of the specification applies to the skills (rules.json).',
};

/**
 * Skills folder last: makes a registry.
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

A skill is a folder of short files about one library: pitfalls, safety rules, the order of start and stop. Agents read the skill
before they write code with the library.

| Command | |
|---|---|
| \`skills-registry init --library <folder>\` | start a skill from the sources of a library |
| \`skills-registry init <language>/<author>/<name>\` | start a skill without the sources |
| \`skills-registry validate\` | list the problems, with file, reason and fix |
| \`skills-registry serve\` | serve the skills to agents, IDEs and people |

Each skill is in \`skills/<language>/<author>/<name>/\`. \`rules.json\` names the rules for all skills.
`;
