import { useRef } from 'react';

import { Segmented } from '../../components/segmented.tsx';
import { Keys, SEARCH_KEYS } from '../../components/shortcuts.tsx';
import { Failure } from '../../components/states.tsx';
import type { SearchMode } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import { useService } from '../../service/service-context.tsx';
import { type Loaded, useAnswer } from '../../service/use-answer.ts';
import { formatMs, plural } from '../../text/format.ts';
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
  const { api, snapshot, refresh } = useService();
  const answer = useShown(useAnswer(query, snapshot, (signal) => api.search(query, signal)));
  return (
    <div className="search-view">
      <SearchHead mode="names" query={query} outcome={outcomeOf(answer)} />
      {answer.state === 'failed' && <Failure failure={answer.failure} onRetry={refresh} />}
      {answer.state === 'ready' &&
        (answer.value.results.length > 0 ? (
          <NameResults answer={answer.value} />
        ) : (
          <NothingFound mode="names" query={answer.value.query} />
        ))}
    </div>
  );
}

function TextSearch({ query }: { readonly query: string }) {
  const { api, snapshot, refresh } = useService();
  const answer = useShown(useAnswer(query, snapshot, (signal) => api.find(query, FIND_LIMIT, signal)));
  const found = answer.state === 'ready' && answer.value.results.length > 0;
  return (
    <div className={found ? 'search-view explained' : 'search-view'}>
      <SearchHead mode="texts" query={query} outcome={outcomeOf(answer)} />
      {answer.state === 'failed' && <Failure failure={answer.failure} onRetry={refresh} />}
      {answer.state === 'ready' &&
        (found ? (
          <FindResults answer={answer.value} />
        ) : (
          <NothingFound mode="texts" query={answer.value.query} />
        ))}
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

function outcomeOf(answer: Loaded<{ readonly results: readonly unknown[] }>): string {
  if (answer.state !== 'ready') return '';
  return `${plural(answer.value.results.length, 'result')} in ${formatMs(answer.tookMs)}`;
}

/** Keeps the last answer on screen until the next one is there, so that typing doesn't flicker. */
function useShown<T>(loaded: Loaded<T>): Loaded<T> {
  const last = useRef<Loaded<T>>(undefined);
  if (loaded.state !== 'loading') last.current = loaded;
  return loaded.state === 'loading' ? (last.current ?? loaded) : loaded;
}
