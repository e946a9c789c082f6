import { Layers } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import { FilterButton, useIsSheet } from '../../components/filter-sheet.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sheet, SheetBody, SheetHead } from '../../components/sheet.tsx';
import { Keys } from '../../components/shortcuts.tsx';
import { singleKeys } from '../../components/single-keys.ts';
import { Empty } from '../../components/states.tsx';
import { useMedia } from '../../components/use-media.ts';
import { NARROW } from '../../components/widths.ts';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { hasService, offersView } from '../../host.ts';
import { formatRoute } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import { problemsBySkill } from '../../skill/problems-by-skill.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { useCauses } from '../../skill/use-causes.ts';
import { useStore } from '../../stores/use-store.ts';
import { useRegistry } from '../../stores/use-stores.tsx';
import { formatCount, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './browse.module.css';
import {
  applyFilters,
  type BrowseFilters,
  countActive,
  type Filtered,
  facetValues,
  readFilters,
  writeFilters,
} from './browse-filters.ts';
import { EmptyRegistry } from './empty-registry.tsx';
import { FilterColumn } from './filter-column.tsx';
import { NameField } from './name-field.tsx';
import { SkillList } from './skill-list.tsx';
import { useUnserved } from './use-unserved.ts';

export default function BrowseView({ filters: params }: { readonly filters: URLSearchParams }) {
  const skills = useRegistry(({ loaded }) => loaded.skills);
  return (
    <ViewFrame of={skills} whole rows={12}>
      {(all) => (all.length === 0 ? <EmptyRegistry /> : <Browsing all={all} params={params} />)}
    </ViewFrame>
  );
}

function useFiltered(all: readonly SkillRow[], filters: BrowseFilters) {
  const { causes } = useCauses();
  // Deferred: checkboxes respond immediately, the list may lag.
  const applied = useDeferredValue(filters);
  const counts = useMemo(() => problemsBySkill(causes), [causes]);
  const filtered = useMemo(
    () => applyFilters(all, applied, (key) => counts.has(key)),
    [all, applied, counts],
  );
  return { filtered, counts };
}

const change = (next: BrowseFilters) => navigate({ view: 'browse', filters: writeFilters(next) }, 'replace');

function Browsing({ all, params }: { readonly all: readonly SkillRow[]; readonly params: URLSearchParams }) {
  const filters = useMemo(() => readFilters(params), [params]);
  const { filtered, counts } = useFiltered(all, filters);
  const values = useMemo(() => facetValues(all), [all]);
  const [sheetOpen, setSheetOpen] = useState(false);
  const clear = () =>
    change({ ...readFilters(new URLSearchParams()), sort: filters.sort, ascending: filters.ascending });
  const active = countActive(filters);
  const isSheet = useIsSheet();
  return (
    <div className={styles.browse} data-exported={!hasService || undefined}>
      <Sheet aria-labelledby="browse-title">
        <BrowseHead active={active} shown={filtered.rows.length} all={all.length}>
          {!isSheet && <NameField filters={filters} onChange={change} />}
          <FilterButton active={active} open={sheetOpen} onOpen={() => setSheetOpen(true)} />
        </BrowseHead>
        {filtered.rows.length === 0 ? (
          <NothingPasses filtered={filtered} active={active} name={filters.name.trim()} onClear={clear} />
        ) : (
          <SkillList rows={filtered.rows} problems={counts} filters={filters} onChange={change} />
        )}
      </Sheet>
      {/* After the list, so that the keyboard reaches the first skill before all filters. */}
      <FilterColumn
        filters={filters}
        filtered={filtered}
        values={values}
        open={sheetOpen}
        onChange={change}
        onClear={clear}
        onClose={() => setSheetOpen(false)}
      />
    </div>
  );
}

function BrowseHead({
  active,
  shown,
  all,
  children,
}: {
  readonly active: number;
  readonly shown: number;
  readonly all: number;
  readonly children: ReactNode;
}) {
  const drafts = useUnserved();
  const hasSingleKeys = useStore(singleKeys);
  // A narrow window has room for icons only.
  const hasTabs = useMedia(NARROW);
  return (
    <SheetHead>
      <h1 id="browse-title">{active === 0 ? 'All skills' : 'Skills'}</h1>
      <span className="muted number" role="status">
        {active === 0 ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`}
      </span>
      {drafts > 0 && (
        <a className="link plain" href="#/problems">
          {plural(drafts, 'draft')} not served
        </a>
      )}
      <span className="push actions">
        {hasSingleKeys && (
          <span className={`muted ${styles.keysHint}`} aria-hidden="true">
            <Keys keys={['J', 'K']} /> move&ensp;
            <kbd>Enter</kbd> open&ensp;
            <kbd>Y</kbd> copy key
          </span>
        )}
        {children}
        {offersView('registries') && (
          <LinkButton look="bare" href="#/registries" title="Registries">
            <Icon of={Layers} />
            <span className={hasTabs ? 'hidden-text' : undefined}>Registries</span>
          </LinkButton>
        )}
      </span>
    </SheetHead>
  );
}

function NothingPasses({
  filtered,
  active,
  name,
  onClear,
}: {
  readonly filtered: Filtered;
  readonly active: number;
  readonly name: string;
  readonly onClear: () => void;
}) {
  const [worst] = [...filtered.hidden].sort((a, b) => b[1] - a[1]);
  return (
    <SheetBody>
      <Empty
        title={active === 1 ? 'No skill passes this filter.' : `No skill passes all ${active} filters.`}
        actions={
          <>
            <Button look="main" onClick={onClear}>
              Clear the filters
            </Button>
            {name !== '' && (
              <LinkButton href={formatRoute({ view: 'search', query: name })}>
                <span>
                  Search the texts for “<Revealed text={name} />”
                </span>
              </LinkButton>
            )}
          </>
        }
      >
        {worst !== undefined && worst[1] > 0 && active > 1 && (
          <p>
            Without “{worst[0]}” there {worst[1] === 1 ? 'is' : 'are'} {plural(worst[1], 'skill')}.
          </p>
        )}
      </Empty>
    </SheetBody>
  );
}
