import { readRegistry } from '../registry/disk/load-registry.ts';
import { locateRegistry } from '../registry/disk/locate-registry.ts';
import { modelOf } from '../registry/model/registry-model.ts';
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
  const { skills, entries } = modelOf(readRegistry(located.location), new Date());
  if (skills.size === 0) throw new RegistryRefusal(noSkills(where));
  const prefix = root === files ? '' : `${root.slice(files.length + 1)}/`;
  return Object.fromEntries(
    Array.from(skills, ([key, { folder }]) => {
      const { language = '', risk_level: risk = null } = entries.get(key) ?? {};
      return [key, { folder: `${prefix}${folder}`.replace(/\/$/, ''), language, risk }];
    }),
  );
}

function noSkills(where: string): string {
  return `${where} holds no skill: looked for skills/<language>/<author>/<name>/skill.json there and one folder below. If they are elsewhere in it, give that folder, too.`;
}
