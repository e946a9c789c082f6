import { type ReactNode, useState } from 'react';
import { Risk } from '../../components/facts.tsx';
import { SelectField, TextField } from '../../components/fields.tsx';
import { FilterOption, FilterSheet, OptionWords, useIsSheet } from '../../components/filter-sheet.tsx';
import { isComposing } from '../../components/is-composing.ts';
import { Term } from '../../components/term.tsx';
import { hasService } from '../../host.ts';
import { TIER_MEANING } from '../../skill/tier-words.ts';
import { TRUST_MEANING } from '../../skill/trust-words.ts';
import { formatCount, languageName, plural, tierName } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './browse.module.css';
import {
  type BrowseFilters,
  countActive,
  type Facet,
  type Filtered,
  NOT_GIVEN,
  type Sort,
  toggleValue,
} from './browse-filters.ts';
import { NameField } from './name-field.tsx';

const FACET_WORDS: ReadonlyArray<readonly [Facet, string]> = [
  ['language', 'Language'],
  ['risk', 'Risk'],
  ['tier', 'Tier'],
  ['type', 'Type'],
  ['group', 'Group'],
  ['tag', 'Tag'],
];
const VALUES_SHOWN = 6;

export function FilterColumn({
  filters,
  filtered,
  values,
  open,
  onChange,
  onClear,
  onClose,
}: {
  readonly filters: BrowseFilters;
  readonly filtered: Filtered;
  readonly values: Readonly<Record<Facet, readonly string[]>>;
  readonly open: boolean;
  readonly onChange: (filters: BrowseFilters) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}) {
  const isSheet = useIsSheet();
  const [language, risk, ...others] = FACET_WORDS.map(([facet, title]) => (
    <FacetField
      key={facet}
      facet={facet}
      title={title}
      values={values[facet]}
      chosen={filters.chosen[facet]}
      counts={filtered.counts[facet]}
      onToggle={(value) => onChange(toggleValue(filters, facet, value))}
    />
  ));
  return (
    <FilterSheet
      title="Filters"
      active={countActive(filters)}
      open={open}
      shows={plural(filtered.rows.length, 'skill')}
      onClear={onClear}
      onClose={onClose}
    >
      <form onSubmit={(event) => event.preventDefault()}>
        {isSheet && (
          <>
            <SortField filters={filters} onChange={onChange} />
            <fieldset>
              <legend>Name</legend>
              <NameField filters={filters} onChange={onChange} />
            </fieldset>
          </>
        )}
        {language}
        {risk}
        <TrustField filters={filters} histogram={filtered.trustHistogram} onChange={onChange} />
        {others}
        <fieldset>
          <legend>State</legend>
          {hasService && (
            <FilterOption
              checked={filters.onlyProblems}
              count={filtered.withProblems}
              onToggle={() => onChange({ ...filters, onlyProblems: !filters.onlyProblems })}
            >
              Has problems
            </FilterOption>
          )}
          <FilterOption
            checked={filters.onlyVerified}
            count={filtered.verified}
            onToggle={() => onChange({ ...filters, onlyVerified: !filters.onlyVerified })}
          >
            Verified
          </FilterOption>
        </fieldset>
      </form>
    </FilterSheet>
  );
}

function FacetField({
  facet,
  title,
  values: known,
  chosen,
  counts,
  onToggle,
}: {
  readonly facet: Facet;
  readonly title: string;
  readonly values: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly counts: ReadonlyMap<string, number>;
  readonly onToggle: (value: string) => void;
}) {
  const [unfolded, setUnfolded] = useState(false);
  // Chosen but unknown values come last: users must be able to remove them.
  const values = [...new Set([...known, ...chosen])];
  if (values.length === 0 || (values.length === 1 && values[0] === NOT_GIVEN)) return null;
  const shown = unfolded
    ? values
    : values.filter((value, place) => place < VALUES_SHOWN || chosen.has(value));
  return (
    <fieldset>
      <legend>{facet === 'tier' ? <Term meaning={TIER_MEANING}>{title}</Term> : title}</legend>
      {shown.map((value) => (
        <FilterOption
          key={value}
          checked={chosen.has(value)}
          count={counts.get(value) ?? 0}
          onToggle={() => onToggle(value)}
        >
          {valueWords(facet, value)}
        </FilterOption>
      ))}
      {values.length > VALUES_SHOWN && (
        <button
          type="button"
          className={`link ${styles.fold}`}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Show fewer' : `${formatCount(values.length - VALUES_SHOWN)} more`}
        </button>
      )}
    </fieldset>
  );
}

function valueWords(facet: Facet, value: string): ReactNode {
  if (value === NOT_GIVEN) return <span className="muted">not given</span>;
  if (facet === 'risk') return <Risk level={value} />;
  const words = facet === 'language' ? languageName(value) : facet === 'tier' ? tierName(value) : value;
  return (
    <OptionWords words={words}>
      <Revealed text={words} />
    </OptionWords>
  );
}

const ORDERS: ReadonlyArray<readonly [sort: Sort, ascending: boolean, words: string]> = [
  ['trust', false, 'Trust, highest first'],
  ['trust', true, 'Trust, lowest first'],
  ['risk', false, 'Risk, highest first'],
  ['risk', true, 'Risk, lowest first'],
  ['name', true, 'Name, A to Z'],
  ['name', false, 'Name, Z to A'],
  ['updated', false, 'Updated, newest first'],
  ['updated', true, 'Updated, oldest first'],
];

/** Where column heads don't fit. */
function SortField({
  filters,
  onChange,
}: {
  readonly filters: BrowseFilters;
  readonly onChange: (filters: BrowseFilters) => void;
}) {
  const at = ORDERS.findIndex(
    ([sort, ascending]) => sort === filters.sort && ascending === filters.ascending,
  );
  return (
    <fieldset>
      <legend id="sort-by">Sort by</legend>
      <SelectField
        className={styles.sort}
        aria-labelledby="sort-by"
        value={at}
        onChange={(event) => {
          const order = ORDERS[Number(event.currentTarget.value)];
          if (order !== undefined) onChange({ ...filters, sort: order[0], ascending: order[1] });
        }}
      >
        {ORDERS.map(([, , words], index) => (
          <option key={words} value={index}>
            {words}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}

function TrustField({
  filters,
  histogram,
  onChange,
}: {
  readonly filters: BrowseFilters;
  readonly histogram: readonly number[];
  readonly onChange: (filters: BrowseFilters) => void;
}) {
  const [from, to] = filters.trust;
  const most = Math.max(1, ...histogram);
  const set = (next: readonly [number, number]) => onChange({ ...filters, trust: next });
  return (
    <fieldset>
      <legend>
        <Term meaning={TRUST_MEANING}>Trust</Term>
      </legend>
      <div className={styles.range}>
        <svg viewBox="0 0 200 34" preserveAspectRatio="none" aria-hidden="true">
          {histogram.map((count, bin) => {
            const height = count === 0 ? 0 : Math.max(2, (32 * count) / most);
            const [low, high] = [bin * 5, bin * 5 + 4];
            const inside = high >= from && low <= to;
            return (
              <rect
                key={`${low}-${high}`}
                data-inside={inside || undefined}
                x={bin * 10 + 0.5}
                y={34 - height}
                width={9}
                height={height}
              />
            );
          })}
        </svg>
      </div>
      <div className={styles.rangeIn}>
        <ScoreField label="from" value={from} onCommit={(value) => set([value, Math.max(value, to)])} />
        <ScoreField label="to" value={to} onCommit={(value) => set([Math.min(from, value), value])} />
      </div>
    </fieldset>
  );
}

/** On Enter or blur: half a number is no filter. */
function ScoreField({
  label,
  value,
  onCommit,
}: {
  readonly label: string;
  readonly value: number;
  readonly onCommit: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const score = Number(typed);
    if (typed !== undefined && typed.trim() !== '' && Number.isInteger(score))
      onCommit(Math.max(0, Math.min(100, score)));
    setTyped(undefined);
  };
  return (
    <label>
      {label}
      <span className="hidden-text"> trust</span>
      <TextField
        className="number"
        inputMode="numeric"
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event.nativeEvent)) commit();
        }}
      />
    </label>
  );
}
