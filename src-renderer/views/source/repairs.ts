import {
  type Cause,
  type Draft,
  findCauses,
  type SkillSummary,
} from '../../../src-server/contract/diagnostics/causes.ts';
import { type Diagnostic, isLeftOut } from '../../../src-server/contract/diagnostics/diagnostic.ts';

export interface Repairs {
  /** What agents don't get: whole folders first. */
  readonly unserved: readonly Diagnostic[];
  /** Skills whose texts are still the template's. */
  readonly drafts: readonly Draft[];
  /** Served all the same; what misleads agents first. */
  readonly houseStyle: readonly Cause[];
  /** Kinds that `validate --fix` mends. */
  readonly mendable: { readonly unserved: number; readonly houseStyle: number };
}

/** @param added names of registries that others write: their house style is theirs */
export function findRepairs(
  diagnostics: readonly Diagnostic[],
  skills: readonly SkillSummary[] = [],
  added: ReadonlySet<string> = new Set(),
): Repairs {
  const { causes, drafts } = findCauses(diagnostics, skills);
  const isUnserved = ({ rank, places }: Cause) => rank === 'unserved' || places.some(isLeftOut);
  const own = findCauses(diagnostics.filter(({ registry = '' }) => !added.has(registry))).causes;
  const unserved = causes.filter((cause) => isUnserved(cause) && !isEmptiness(cause));
  const houseStyle = own.filter((cause) => !isUnserved(cause));
  const byCommand = (all: readonly Cause[]) => all.filter(({ repair }) => repair === 'command').length;
  return {
    unserved: unserved.flatMap(({ places }) => {
      const leftOut = places.filter(isLeftOut);
      // What follows from a folder that is left out goes with it.
      return leftOut.length > 0 ? leftOut : places;
    }),
    drafts: drafts.filter(({ reasons }) => reasons.length > 0),
    houseStyle,
    mendable: { unserved: byCommand(unserved), houseStyle: byCommand(houseStyle) },
  };
}

/** The view says so itself. */
function isEmptiness({ places }: Cause): boolean {
  return places.every(({ code }) => code === 'registry-empty');
}

/** `House style: 18 kinds, 186 places` */
export function houseStyleCounts(causes: readonly Cause[]): {
  readonly kinds: number;
  readonly places: number;
} {
  return { kinds: causes.length, places: causes.reduce((sum, { places }) => sum + places.length, 0) };
}

/** `skills/rust/tokio-rs/tokio/skill.json:8`; '' without a file. */
export function placeOf({ file, line }: Diagnostic): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}
