import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { useCopy } from '../../components/copy.tsx';
import { FilterButton } from '../../components/filter-sheet.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { Sheet, SheetBody, SheetHead } from '../../components/sheet.tsx';
import { Empty } from '../../components/states.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { formatRoute } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import { formatCount, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry } from '../../world/use-world.tsx';
import {
  countActive,
  groupProblems,
  type ProblemFilters,
  type ProblemGroup,
  problemsAsText,
  readProblemFilters,
  writeProblemFilters,
} from './problem-filters.ts';
import './problems.css';
import { fixOf, kindOf } from '../../skill/diagnostic-advice.ts';
import { Problem } from './problem.tsx';
import { ProblemFilterColumn } from './problem-filter-column.tsx';

/** Groups beyond these are drawn on demand: nobody reads a thousand at once. */
const GROUPS_SHOWN = 60;

/** What is wrong with the registry, where, and what to do about it. */
export default function ProblemsView({ filters: params }: { readonly filters: URLSearchParams }) {
  const problems = useRegistry(({ loaded }) => loaded.problems);
  return (
    <ViewFrame of={problems} whole>
      {(all) =>
        all.length === 0 ? <Clean /> : <Listing problems={all} filters={readProblemFilters(params)} />
      }
    </ViewFrame>
  );
}

function Listing({
  problems,
  filters,
}: {
  readonly problems: readonly Diagnostic[];
  readonly filters: ProblemFilters;
}) {
  const copy = useCopy();
  const groups = groupProblems(problems, filters);
  const [shown, setShown] = useState(GROUPS_SHOWN);
  const [sheetOpen, setSheetOpen] = useState(false);
  const count = groups.reduce((sum, group) => sum + group.problems.length, 0);
  const change = (next: ProblemFilters) =>
    navigate({ view: 'problems', filters: writeProblemFilters(next) }, 'replace');
  return (
    <div className="probs">
      <ProblemFilterColumn
        problems={problems}
        filters={filters}
        open={sheetOpen}
        onChange={change}
        onClose={() => setSheetOpen(false)}
      />
      <Sheet scrolls aria-labelledby="problems-title">
        <SheetHead>
          <h1 id="problems-title">Problems</h1>
          <span className="muted number" role="status">
            {count === problems.length
              ? formatCount(count)
              : `${formatCount(count)} of ${formatCount(problems.length)}`}{' '}
            in {plural(groups.length, filters.groupBy === 'code' ? 'kind' : 'place')}
            {filters.skill !== undefined && ` · only ${filters.skill}`}
          </span>
          <span className="push actions">
            {filters.skill !== undefined && <LinkButton href="#/problems">Show all</LinkButton>}
            <Button
              look="bare"
              onClick={() => void copy(problemsAsText(groups, fixOf), `Copied ${plural(count, 'problem')}`)}
            >
              <Icon of={Copy} />
              Copy as text
            </Button>
            <FilterButton active={countActive(filters)} open={sheetOpen} onOpen={() => setSheetOpen(true)} />
          </span>
        </SheetHead>
        {groups.length === 0 ? (
          <SheetBody>
            <Empty
              title="No problem passes these filters."
              actions={
                <LinkButton look="main" href="#/problems">
                  Show all {formatCount(problems.length)}
                </LinkButton>
              }
            />
          </SheetBody>
        ) : (
          <div className="problem-groups">
            {groups.slice(0, shown).map((group) => (
              <Group key={`${group.kind}:${group.name}`} group={group} />
            ))}
            {groups.length > shown && (
              <Button onClick={() => setShown(shown + 200)}>Show more of {formatCount(groups.length)}</Button>
            )}
          </div>
        )}
      </Sheet>
    </div>
  );
}

function Group({ group }: { readonly group: ProblemGroup }) {
  const row = useRegistry(({ byKey }) => byKey.get(group.name));
  const served = row !== undefined;
  return (
    <section aria-label={group.name}>
      <h2>
        {group.kind === 'skill' && served ? (
          <a className="link plain" href={formatRoute({ view: 'skill', key: group.name })}>
            <Revealed text={row.name} />
          </a>
        ) : (
          <span className={group.kind === 'code' ? 'mono' : ''}>
            <Revealed text={group.name} />
          </span>
        )}
        {served && <span className="key">{group.name}</span>}
        {group.kind === 'skill' && (
          <span className={served ? 'effect' : 'effect bad'}>
            {served ? 'served' : 'not served under this key'}
          </span>
        )}
        {group.kind !== 'skill' && (
          <span className="effect number">{formatCount(group.problems.length)}</span>
        )}
      </h2>
      {group.kind === 'code' && <p className="muted why-code">{kindOf(group.name)?.why}</p>}
      <ol>
        {group.problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be the same in every word
          <Problem key={index} problem={problem} withSkill={group.kind === 'code'} />
        ))}
      </ol>
    </section>
  );
}

function Clean() {
  const count = useRegistry(({ skills }) => skills.length);
  return (
    <Sheet whole>
      <Empty
        whole
        title={
          <>
            <Mark name="done" tone="good" />{' '}
            {count === 1 ? 'The skill is' : `All ${formatCount(count)} skills are`} clean.
          </>
        }
        actions={<LinkButton href="#/browse">Browse them</LinkButton>}
      >
        <p>
          Every rule of the format was checked on every file. What changes on disk is checked as it is saved.
        </p>
      </Empty>
    </Sheet>
  );
}
