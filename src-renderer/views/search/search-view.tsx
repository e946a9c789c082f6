import { useRef } from 'react';

import { Segmented } from '../../components/segmented.tsx';
import { Keys, SEARCH_KEYS } from '../../components/shortcuts.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import type { SearchMode } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import { formatMs, plural } from '../../text/format.ts';
import type { Resource } from '../../world/resource.ts';
import { useResource, useWorld } from '../../world/use-world.tsx';
import { BlankSearch } from './blank-search.tsx';
import { FindResults } from './find-results.tsx';
import { NameResults } from './name-results.tsx';
import { NothingFound } from './nothing-found.tsx';
import './search.css';

/** How many results a question gets; more than anyone reads, few enough to draw at once. */
const FIND_LIMIT = 50;

/** Names and tags, or inside the texts: one box, two ways to ask. */
export default function SearchView({ mode, query }: { readonly mode: SearchMode; readonly query: string }) {
  if (query.trim() === '')
    return (
      <div className="search-view">
        <SearchHead mode={mode} query={query} outcome="" />
        <BlankSearch mode={mode} />
      </div>
    );
  return mode === 'names' ? <NameSearch query={query} /> : <TextSearch query={query} />;
}

function NameSearch({ query }: { readonly query: string }) {
  const { api } = useWorld();
  const answer = useShown(useResource(`search ${query}`, (signal) => api.search(query, signal)));
  return (
    <div className="search-view">
      <SearchHead mode="names" query={query} outcome={outcomeOf(answer)} />
      <ViewFrame of={answer}>
        {(value) =>
          value.results.length > 0 ? (
            <NameResults answer={value} />
          ) : (
            <NothingFound mode="names" query={value.query} />
          )
        }
      </ViewFrame>
    </div>
  );
}

function TextSearch({ query }: { readonly query: string }) {
  const { api } = useWorld();
  const answer = useShown(useResource(`find ${query}`, (signal) => api.find(query, FIND_LIMIT, signal)));
  const found = answer.value !== undefined && answer.value.results.length > 0;
  return (
    <div className={found ? 'search-view explained' : 'search-view'}>
      <SearchHead mode="texts" query={query} outcome={outcomeOf(answer)} />
      <ViewFrame of={answer}>
        {(value) =>
          value.results.length > 0 ? (
            <FindResults answer={value} />
          ) : (
            <NothingFound mode="texts" query={value.query} />
          )
        }
      </ViewFrame>
    </div>
  );
}

function SearchHead({
  mode,
  query,
  outcome,
}: {
  readonly mode: SearchMode;
  readonly query: string;
  readonly outcome: string;
}) {
  return (
    <div className="search-head">
      <h1 className="hidden-text">Search</h1>
      <Segmented<SearchMode>
        label="What to search"
        options={[
          ['names', 'Names and tags'],
          ['texts', 'Inside the texts'],
        ]}
        value={mode}
        onChange={(next) => navigate({ view: 'search', mode: next, query }, 'replace')}
      />
      <span className="muted wide-only">
        <Keys keys={SEARCH_KEYS} /> again switches
      </span>
      <span className="muted number push" role="status">
        {outcome}
      </span>
    </div>
  );
}

function outcomeOf({ value, of }: Resource<{ readonly results: readonly unknown[] }>): string {
  if (value === undefined || of === undefined) return '';
  return `${plural(value.results.length, 'result')} in ${formatMs(of.tookMs)}`;
}

/** Keeps the last answer on screen until the next one is there, so that typing doesn't flicker. */
function useShown<T>(answer: Resource<T>): Resource<T> {
  const last = useRef<Resource<T>>(undefined);
  if (answer.state !== 'loading') last.current = answer;
  return answer.state === 'loading' ? (last.current ?? answer) : answer;
}
