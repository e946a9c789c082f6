import { type Diagnostic, isLeftOut } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { type ProblemKind, problemKinds } from '../../../src-server/contract/diagnostics/repairs.ts';

/** Skill whose texts are still the template's. */
export interface Draft {
  readonly key: string;
  readonly reasons: readonly Diagnostic[];
  readonly places: readonly Diagnostic[];
}

export interface Repairs {
  /** What agents don't get: whole folders first. */
  readonly unserved: readonly Diagnostic[];
  readonly drafts: readonly Draft[];
  /** Served all the same; errors first. */
  readonly houseStyle: readonly ProblemKind[];
  /** Kinds that `validate --fix` mends. */
  readonly mendable: { readonly unserved: number; readonly houseStyle: number };
}

/** @param added names of registries that others write: their house style is theirs */
export function findRepairs(
  diagnostics: readonly Diagnostic[],
  added: ReadonlySet<string> = new Set(),
): Repairs {
  const leftOut = new Set(diagnostics.filter(isLeftOut).map(({ skillKey }) => skillKey));
  // Two entries of index.json for a key follow from its two folders. The view says itself that a folder is empty.
  const told = diagnostics.filter(
    ({ code, skillKey }) =>
      code !== 'registry-empty' && !(code === 'index-entry-duplicate' && leftOut.has(skillKey)),
  );
  const unserved = problemKinds(told).filter(({ isUnserved }) => isUnserved);
  const own = told.filter(({ registry = '' }) => !added.has(registry));
  const houseStyle = problemKinds(own).filter(({ isUnserved }) => !isUnserved);
  const mended = (kinds: readonly ProblemKind[]) => kinds.filter(({ isMended }) => isMended).length;
  const places = unserved.flatMap((kind) => kind.places);
  return {
    unserved: [...places.filter(isLeftOut), ...places.filter((place) => !isLeftOut(place))],
    drafts: findDrafts(diagnostics),
    houseStyle,
    mendable: { unserved: mended(unserved), houseStyle: mended(houseStyle) },
  };
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

/** `Tokens too few` */
export function titleOf({ code }: ProblemKind): string {
  return `${code[0]?.toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`;
}

/** `House style: 18 kinds, 186 places` */
export function houseStyleCounts(kinds: readonly ProblemKind[]): {
  readonly kinds: number;
  readonly places: number;
} {
  return { kinds: kinds.length, places: kinds.reduce((sum, { places }) => sum + places.length, 0) };
}

/** `skills/rust/tokio-rs/tokio/skill.json:8`; '' without a file. */
export function placeOf({ file, line }: Diagnostic): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}
