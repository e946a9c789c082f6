import { type Causes, findCauses } from '../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostics/diagnostic.ts';
import type { SkillRow } from './skill-row.ts';

interface Known {
  readonly problems: readonly Diagnostic[];
  readonly skills: readonly SkillRow[];
}

let last: (Known & { readonly causes: Causes }) | undefined;

/** Caches the last result. */
export function causesOf({ problems, skills }: Known): Causes {
  if (last === undefined || last.problems !== problems || last.skills !== skills)
    last = { problems, skills, causes: findCauses(problems, skills) };
  return last.causes;
}
