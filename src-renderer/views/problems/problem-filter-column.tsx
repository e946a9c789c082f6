import { useMemo } from 'react';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { SeverityCount } from '../../components/facts.tsx';
import { FilterOption, FilterSheet, OptionWords } from '../../components/filter-sheet.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { countActive, type ProblemFilters, SEVERITIES } from './problem-filters.ts';

/** Which severities and kinds are listed, with how many there are of each, and how they are grouped. */
export function ProblemFilterColumn({
  problems,
  filters,
  open,
  onChange,
  onClose,
}: {
  readonly problems: readonly Diagnostic[];
  readonly filters: ProblemFilters;
  readonly open: boolean;
  readonly onChange: (filters: ProblemFilters) => void;
  readonly onClose: () => void;
}) {
  const counts = useMemo(() => countProblems(problems), [problems]);
  const toggle = (set: ReadonlySet<string>, value: string) => {
    const next = new Set(set);
    if (!next.delete(value)) next.add(value);
    return next;
  };
  return (
    <FilterSheet
      title="Show"
      active={countActive(filters)}
      open={open}
      onClear={() => onChange({ ...filters, without: new Set(), codes: new Set() })}
      onClose={onClose}
    >
      <fieldset>
        <legend>How bad</legend>
        {SEVERITIES.map((severity) => (
          <FilterOption
            key={severity}
            checked={!filters.without.has(severity)}
            onToggle={() => onChange({ ...filters, without: toggle(filters.without, severity) })}
          >
            <SeverityCount severity={severity} count={counts.severities.get(severity) ?? 0} />
          </FilterOption>
        ))}
      </fieldset>
      <fieldset>
        <legend>Group by</legend>
        <Segmented<'skill' | 'code'>
          label="Group by"
          options={[
            ['skill', 'Place'],
            ['code', 'Kind'],
          ]}
          value={filters.groupBy}
          onChange={(groupBy) => onChange({ ...filters, groupBy })}
        />
      </fieldset>
      <fieldset>
        <legend>Kind</legend>
        {[...counts.codes].map(([code, count]) => (
          <FilterOption
            key={code}
            checked={filters.codes.has(code)}
            count={count}
            onToggle={() => onChange({ ...filters, codes: toggle(filters.codes, code) })}
          >
            <OptionWords words={code} code>
              {code}
            </OptionWords>
          </FilterOption>
        ))}
      </fieldset>
    </FilterSheet>
  );
}

function countProblems(problems: readonly Diagnostic[]) {
  const severities = new Map<string, number>();
  const codes = new Map<string, number>();
  for (const { severity, code } of problems) {
    severities.set(severity, (severities.get(severity) ?? 0) + 1);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return { severities, codes: new Map([...codes].sort((a, b) => b[1] - a[1])) };
}
