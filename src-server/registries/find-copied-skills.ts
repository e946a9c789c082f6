import { locateRegistry } from '../registry/locate-registry.ts';
import { readRegistry } from '../registry/read-registry.ts';
import type { CopyFacts } from './copy-facts.ts';
import { RegistryRefusal } from './registry-refusal.ts';

/** As served. Throws `RegistryRefusal` if none. */
export function findCopiedSkills(files: string, where: string): CopyFacts['skills'] {
  const located = locateRegistry(files);
  if (!located.ok) {
    const below = located.candidates.map((path) => path.slice(files.length + 1));
    throw new RegistryRefusal(
      below.length > 1
        ? `${where} holds several registries: ${below.join(', ')}. Give the folder of one of them.`
        : noSkills(where),
    );
  }
  const { root } = located.location;
  const { skills } = readRegistry(located.location);
  if (skills.size === 0) throw new RegistryRefusal(noSkills(where));
  const prefix = root === files ? '' : `${root.slice(files.length + 1)}/`;
  return Object.fromEntries(
    Array.from(skills, ([key, { folder, entry }]) => {
      const { language = '', risk_level: risk = null } = entry;
      return [key, { folder: `${prefix}${folder}`.replace(/\/$/, ''), language, risk }];
    }),
  );
}

function noSkills(where: string): string {
  return `${where} holds no skill: looked for skills/<language>/<author>/<name>/skill.json there and one folder below. If they are elsewhere in it, give that folder, too.`;
}
