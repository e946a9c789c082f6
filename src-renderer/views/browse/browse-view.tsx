import { FolderInput } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import { FilterButton } from '../../components/filter-sheet.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sheet, SheetBody, SheetHead } from '../../components/sheet.tsx';
import { Keys } from '../../components/shortcuts.tsx';
import { singleKeys } from '../../components/single-keys.ts';
import { Empty } from '../../components/states.tsx';
import { desktop } from '../../desktop.ts';
import { InitCommand } from '../../frame/init-command.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { navigate } from '../../route/use-route.ts';
import { causesOf } from '../../skill/causes-of.ts';
import { problemsBySkill } from '../../skill/problems-by-skill.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { formatCount, plural } from '../../text/format.ts';
import { useStore } from '../../world/use-store.ts';
import { useRegistry, useService } from '../../world/use-world.tsx';
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
import { FilterColumn } from './filter-column.tsx';
import { SkillList } from './skill-list.tsx';

/** All skills, filtered and sorted; both stand in the URL. */
export default function BrowseView({ filters: params }: { readonly filters: URLSearchParams }) {
  const skills = useRegistry(({ loaded }) => loaded.skills);
  return (
    <ViewFrame of={skills} whole rows={12}>
      {(all) => (all.length === 0 ? <EmptyRegistry /> : <Browsing all={all} params={params} />)}
    </ViewFrame>
  );
}

function Browsing({ all, params }: { readonly all: readonly SkillRow[]; readonly params: URLSearchParams }) {
  const problems = useRegistry((registry) => registry.problems);
  const drafts = useRegistry(countUnserved);
  const filters = useMemo(() => readFilters(params), [params]);
  // Ticking a box answers at once; the list follows in the same breath or the next.
  const applied = useDeferredValue(filters);
  const counts = useMemo(() => problemsBySkill(problems), [problems]);
  const filtered = useMemo(
    () => applyFilters(all, applied, (key) => counts.has(key)),
    [all, applied, counts],
  );
  const values = useMemo(() => facetValues(all), [all]);
  const hasSingleKeys = useStore(singleKeys);
  const [sheetOpen, setSheetOpen] = useState(false);
  const change = (next: BrowseFilters) =>
    navigate({ view: 'browse', filters: writeFilters(next) }, 'replace');
  const clear = () =>
    change({ ...readFilters(new URLSearchParams()), sort: filters.sort, ascending: filters.ascending });
  const active = countActive(filters);
  return (
    <div className={styles.browse}>
      <FilterColumn
        filters={filters}
        filtered={filtered}
        values={values}
        open={sheetOpen}
        onChange={change}
        onClear={clear}
        onClose={() => setSheetOpen(false)}
      />
      <Sheet aria-labelledby="browse-title">
        <SheetHead>
          <h1 id="browse-title">{active === 0 ? 'All skills' : 'Skills'}</h1>
          <span className="muted number" role="status">
            {active === 0
              ? formatCount(all.length)
              : `${formatCount(filtered.rows.length)} of ${formatCount(all.length)}`}
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
            <LinkButton look="bare" href="#/import">
              <Icon of={FolderInput} />
              Import a skill…
            </LinkButton>
            <FilterButton active={active} open={sheetOpen} onOpen={() => setSheetOpen(true)} />
          </span>
        </SheetHead>
        {filtered.rows.length === 0 ? (
          <NothingPasses filtered={filtered} active={active} onClear={clear} />
        ) : (
          <SkillList rows={filtered.rows} problems={counts} filters={filters} onChange={change} />
        )}
      </Sheet>
    </div>
  );
}

function NothingPasses({
  filtered,
  active,
  onClear,
}: {
  readonly filtered: Filtered;
  readonly active: number;
  readonly onClear: () => void;
}) {
  const [worst] = [...filtered.hidden].sort((a, b) => b[1] - a[1]);
  return (
    <SheetBody>
      <Empty
        title={active === 1 ? 'No skill passes this filter.' : `No skill passes all ${active} filters.`}
        actions={
          <Button look="main" onClick={onClear}>
            Clear the filters
          </Button>
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

/** Skills that aren't listed, since nobody has written them yet. */
function countUnserved(registry: Parameters<typeof causesOf>[0]): number {
  return causesOf(registry).drafts.filter(({ reasons }) => reasons.length > 0).length;
}

function EmptyRegistry() {
  const folder = useService((service) => service.folder);
  const drafts = useRegistry(countUnserved);
  return (
    <Sheet whole>
      <Empty
        whole
        title={drafts === 0 ? 'The registry holds no skill yet.' : 'No skill is written yet.'}
        actions={
          <>
            {desktop !== undefined && (
              <LinkButton look="main" href="#/registry">
                Choose another folder
              </LinkButton>
            )}
            <LinkButton href="#/import">Import a skill…</LinkButton>
            <LinkButton href="#/problems">See its problems</LinkButton>
          </>
        }
      >
        {drafts > 0 && (
          <p>
            {plural(drafts, 'draft')} {drafts === 1 ? 'is' : 'are'} not served until the last text is written.{' '}
            <a className="link" href="#/problems">
              See what is left to write
            </a>
            .
          </p>
        )}
        <p>
          Put one at <code>skills/&lt;language&gt;/&lt;author&gt;/&lt;name&gt;/</code>, or begin one in a
          terminal. It appears here as soon as it is saved.
        </p>
        {folder !== undefined && (
          <p>
            <InitCommand folder={folder} />
          </p>
        )}
      </Empty>
    </Sheet>
  );
}
