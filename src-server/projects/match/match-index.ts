import { type SkillIdentity, type SkillRecord, skillIdentity } from './skill-identity.ts';

/** Best skills first. */
export interface MatchIndex {
  readonly byPackage: ReadonlyMap<string, readonly SkillIdentity[]>;
  readonly byRepository: ReadonlyMap<string, readonly SkillIdentity[]>;
  /** `language/name` */
  readonly byName: ReadonlyMap<string, readonly SkillIdentity[]>;
  /** Of most skills, so meaningless. */
  readonly placeholderVersion: string | undefined;
}

const PLACEHOLDER = '1.0.0';

/**
 * Yields between skills.
 *
 * @param known by record, from earlier indexes
 */
export function* buildMatchIndex(
  skills: Iterable<SkillRecord>,
  known: WeakMap<object, SkillIdentity>,
): Generator<void, MatchIndex> {
  const byPackage = new Map<string, SkillIdentity[]>();
  const byRepository = new Map<string, SkillIdentity[]>();
  const byName = new Map<string, SkillIdentity[]>();
  let [count, placeholders] = [0, 0];
  for (const record of skills) {
    const identity = knownIdentity(record, known);
    for (const name of identity.packages) add(byPackage, name, identity);
    if (identity.repository !== undefined) add(byRepository, identity.repository, identity);
    for (const name of identity.names) add(byName, `${identity.language}/${name}`, identity);
    count += 1;
    if (identity.version === PLACEHOLDER) placeholders += 1;
    yield;
  }
  const isShared = placeholders > 1 && placeholders > count / 2;
  return { byPackage, byRepository, byName, placeholderVersion: isShared ? PLACEHOLDER : undefined };
}

function knownIdentity(record: SkillRecord, known: WeakMap<object, SkillIdentity>): SkillIdentity {
  const before = known.get(record);
  if (before !== undefined) return before;
  const identity = skillIdentity(record);
  known.set(record, identity);
  return identity;
}

/** Most trusted first, then by key. */
function add(map: Map<string, SkillIdentity[]>, name: string, identity: SkillIdentity): void {
  const sharers = map.get(name);
  if (sharers === undefined) {
    map.set(name, [identity]);
    return;
  }
  const place = sharers.findIndex(({ trust, key }) =>
    trust === identity.trust ? key > identity.key : trust < identity.trust,
  );
  sharers.splice(place < 0 ? sharers.length : place, 0, identity);
}
