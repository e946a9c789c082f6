/** Which problems are shown and how they are grouped, and how that stands in the URL. Pure. */
import type { Diagnostic, Severity } from '../../../src-server/contract/diagnostic.ts';

export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

export interface ProblemFilters {
  /** Severities that are left out. */
  readonly without: ReadonlySet<string>;
  /** Codes to show; all where it is empty. */
  readonly codes: ReadonlySet<string>;
  /** Only this skill. */
  readonly skill: string | undefined;
  readonly groupBy: 'skill' | 'code';
}

export function readProblemFilters(params: URLSearchParams): ProblemFilters {
  return {
    without: new Set(params.getAll('without')),
    codes: new Set(params.getAll('code')),
    skill: params.get('skill') ?? undefined,
    groupBy: params.get('by') === 'code' ? 'code' : 'skill',
  };
}

export function writeProblemFilters(filters: ProblemFilters): URLSearchParams {
  const params = new URLSearchParams();
  for (const severity of filters.without) params.append('without', severity);
  for (const code of filters.codes) params.append('code', code);
  if (filters.skill !== undefined) params.set('skill', filters.skill);
  if (filters.groupBy === 'code') params.set('by', 'code');
  return params;
}

/** How many filters can be taken off where they were chosen; being only one skill's is said and undone elsewhere. */
export function countActive({ without, codes }: ProblemFilters): number {
  return without.size + codes.size;
}

export interface ProblemGroup {
  /** Skill key, file of the registry, or code. */
  readonly name: string;
  readonly kind: 'skill' | 'registry' | 'code';
  readonly problems: readonly Diagnostic[];
}

/** The order of the service stays: errors first within each group, and groups with errors first. */
export function groupProblems(
  problems: readonly Diagnostic[],
  { without, codes, skill, groupBy }: ProblemFilters,
): readonly ProblemGroup[] {
  const groups = new Map<string, { name: string; kind: ProblemGroup['kind']; problems: Diagnostic[] }>();
  for (const problem of problems) {
    if (without.has(problem.severity)) continue;
    if (codes.size > 0 && !codes.has(problem.code)) continue;
    if (skill !== undefined && problem.skillKey !== skill) continue;
    const [kind, name] = groupOf(problem, groupBy);
    const id = `${kind}:${name}`;
    const group = groups.get(id) ?? { name, kind, problems: [] };
    group.problems.push(problem);
    groups.set(id, group);
  }
  return [...groups.values()];
}

function groupOf(
  problem: Diagnostic,
  groupBy: ProblemFilters['groupBy'],
): readonly [ProblemGroup['kind'], string] {
  if (groupBy === 'code') return ['code', problem.code];
  if (problem.skillKey !== undefined) return ['skill', problem.skillKey];
  return ['registry', problem.file ?? 'The registry'];
}

/** `skills/rust/tokio-rs/tokio/skill.json:8:3`, or with the JSON pointer where no line is known. */
export function locationOf({ file, line, column, pointer }: Diagnostic): string {
  if (file === undefined) return '';
  if (line !== undefined) return `${file}:${line}${column === undefined ? '' : `:${column}`}`;
  return pointer === undefined || pointer === '' ? file : `${file} ${pointer}`;
}

/** The same without the folders, for a narrow column. */
export function shortLocationOf(problem: Diagnostic): string {
  const location = locationOf(problem);
  return problem.file === undefined ? location : location.slice(problem.file.lastIndexOf('/') + 1);
}

/** All of it as text, for an issue or a chat. */
export function problemsAsText(
  groups: readonly ProblemGroup[],
  fixOf: (problem: Diagnostic) => string,
): string {
  return groups
    .map(({ name, problems }) =>
      [
        name,
        ...problems.map((problem) =>
          [
            `  ${problem.severity}  ${problem.message}  [${problem.code}]`,
            ...(locationOf(problem) === '' ? [] : [`    at ${locationOf(problem)}`]),
            `    fix: ${fixOf(problem)}`,
          ].join('\n'),
        ),
      ].join('\n'),
    )
    .join('\n\n');
}
