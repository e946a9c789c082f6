/** What needs repair, by what agents notice of it. */
import {
  type Diagnostic,
  isLeftOut,
  type ProblemKind,
  problemKinds,
} from '../../../src-server/contract/diagnostic.ts';
import type { Effect } from '../../../src-server/contract/validation-codes.ts';

/** A skill whose texts are still the template's. */
export interface Draft {
  readonly key: string;
  readonly reasons: readonly Diagnostic[];
  readonly places: readonly Diagnostic[];
}

/** A problem that agents notice: a row of *Needs repair*. */
export interface Repair extends Diagnostic {
  readonly effect: Effect;
  /** The number of further places of the same problem in the same file. */
  readonly more: number;
}

/** The problems of the registry as Source shows them: what agents notice, drafts, and the house style. */
export interface Repairs {
  /** What agents don't get comes first, whole folders before all; then what is withheld, then what harms them. */
  readonly needed: readonly Repair[];
  readonly drafts: readonly Draft[];
  /** The problems that keep no skill from agents, errors first. */
  readonly houseStyle: readonly ProblemKind[];
  /** The numbers of kinds that `validate --fix` mends. */
  readonly mendable: { readonly needed: number; readonly houseStyle: number };
}

/** The problems that follow from a file that is no text, whose row says how to mend it. */
const OF_NO_TEXT: ReadonlySet<string> = new Set(['text-not-utf8', 'control-character']);

function fileId({ registry, skillKey, file }: Diagnostic): string {
  return JSON.stringify([registry, skillKey, file]);
}

/**
 * Sorts the problems by what agents notice of them.
 * @param added names of registries that others write: what is only their style, or their text, is theirs to mend
 */
export function findRepairs(
  diagnostics: readonly Diagnostic[],
  added: ReadonlySet<string> = new Set(),
): Repairs {
  const leftOut = new Set(diagnostics.filter(isLeftOut).map(({ skillKey }) => skillKey));
  // Two entries of index.json for a key follow from its two folders. The view says itself that a folder is empty.
  const placesOfNoText = new Set(diagnostics.filter(({ code }) => code === 'text-binary').map(fileId));
  const told = diagnostics.filter(
    (problem) =>
      problem.code !== 'registry-empty' &&
      !(problem.code === 'index-entry-duplicate' && leftOut.has(problem.skillKey)) &&
      !(OF_NO_TEXT.has(problem.code) && placesOfNoText.has(fileId(problem))),
  );
  const isOwn = ({ registry = '' }: Diagnostic) => !added.has(registry);
  const needed = problemKinds(told).filter(({ effect }) => effect === 'unserved' || effect === 'withheld');
  const own = problemKinds(told.filter(isOwn));
  const harmful = own.filter(({ effect }) => effect === 'harmful');
  const houseStyle = own.filter(({ effect }) => effect === undefined);
  const mended = (kinds: readonly ProblemKind[]) => kinds.filter(({ isMended }) => isMended).length;
  const places = [...needed, ...harmful].flatMap(placesByFile);
  return {
    needed: [...places.filter(isLeftOut), ...places.filter((place) => !isLeftOut(place))],
    drafts: findDrafts(diagnostics),
    houseStyle,
    mendable: { needed: mended([...needed, ...harmful]), houseStyle: mended(houseStyle) },
  };
}

/** Returns the first place of a problem in each file. */
function placesByFile({ effect = 'harmful', places }: ProblemKind): readonly Repair[] {
  const byFile = new Map<string, Repair>();
  for (const place of places) {
    const id = JSON.stringify([place.registry, place.skillKey, place.file ?? place.message]);
    const before = byFile.get(id);
    byFile.set(
      id,
      before === undefined ? { ...place, effect, more: 0 } : { ...before, more: before.more + 1 },
    );
  }
  return [...byFile.values()];
}

/** Returns the skills that agents don't get as they are, each with what agents notice most. */
export function effectsByKey({ needed }: Pick<Repairs, 'needed'>): ReadonlyMap<string, Effect> {
  const effects = new Map<string, Effect>();
  for (const { skillKey, effect } of needed)
    if (skillKey !== undefined && !effects.has(skillKey)) effects.set(skillKey, effect);
  return effects;
}

function findDrafts(diagnostics: readonly Diagnostic[]): readonly Draft[] {
  const keys = diagnostics.flatMap(({ code, skillKey = '' }) => (code === 'skill-draft' ? [skillKey] : []));
  return [...new Set(keys)].sort().map((key) => {
    const own = diagnostics.filter(({ skillKey }) => skillKey === key);
    return {
      key,
      reasons: own.filter(({ code }) => code === 'skill-draft'),
      places: own.filter(({ code }) => code === 'placeholder-left'),
    };
  });
}

/** Counts for `House style: 18 kinds, 186 places`. */
export function houseStyleCounts(kinds: readonly ProblemKind[]): {
  readonly kinds: number;
  readonly places: number;
} {
  return { kinds: kinds.length, places: kinds.reduce((sum, { places }) => sum + places.length, 0) };
}

/** Returns a place as `skills/rust/tokio-rs/tokio/skill.json:8`; '' without a file. */
export function placeOf({ file, line }: Diagnostic): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}
