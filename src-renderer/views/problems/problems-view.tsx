import { ChevronDown, Copy, FolderOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { CopyButton, useCopy } from '../../components/copy.tsx';
import { SeverityCount, SeverityMark } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Empty, Failure, SkeletonRows } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { desktop, refusalSentence } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import { useService } from '../../service/service-context.tsx';
import { useRegistry } from '../../service/use-registry.tsx';
import { useRows } from '../../service/use-rows.ts';
import { fixOf, kindOf } from '../../skill/diagnostic-advice.ts';
import { formatCount, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import {
  groupProblems,
  locationOf,
  type ProblemFilters,
  type ProblemGroup,
  problemsAsText,
  readProblemFilters,
  SEVERITIES,
  shortLocationOf,
  writeProblemFilters,
} from './problem-filters.ts';
import './problems.css';

/** Groups beyond these are drawn on demand: nobody reads a thousand at once. */
const GROUPS_SHOWN = 60;

/** What is wrong with the registry, where, and what to do about it. */
export default function ProblemsView({ filters: params }: { readonly filters: URLSearchParams }) {
  const { problems } = useRegistry();
  const { refresh } = useService();
  if (problems.state === 'failed')
    return (
      <div className="sheet full">
        <Failure whole failure={problems.failure} onRetry={refresh} />
      </div>
    );
  if (problems.state === 'loading')
    return (
      <div className="sheet full">
        <SkeletonRows rows={10} />
      </div>
    );
  if (problems.value.length === 0) return <Clean />;
  return <Listing problems={problems.value} filters={readProblemFilters(params)} />;
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
  const count = groups.reduce((sum, group) => sum + group.problems.length, 0);
  const change = (next: ProblemFilters) =>
    navigate({ view: 'problems', filters: writeProblemFilters(next) }, 'replace');
  return (
    <div className="probs">
      <ProblemFilterColumn problems={problems} filters={filters} onChange={change} />
      <section className="sheet scroll" aria-labelledby="problems-title">
        <div className="head">
          <h1 id="problems-title">Problems</h1>
          <span className="sub number" role="status">
            {count === problems.length
              ? formatCount(count)
              : `${formatCount(count)} of ${formatCount(problems.length)}`}{' '}
            in {plural(groups.length, filters.groupBy === 'code' ? 'kind' : 'place')}
            {filters.skill !== undefined && ` · only ${filters.skill}`}
          </span>
          <span className="push actions">
            {filters.skill !== undefined && (
              <a className="button" href="#/problems">
                Show all
              </a>
            )}
            <button
              type="button"
              className="button bare"
              onClick={() => void copy(problemsAsText(groups, fixOf), `Copied ${plural(count, 'problem')}`)}
            >
              <Icon of={Copy} />
              Copy as text
            </button>
          </span>
        </div>
        {groups.length === 0 ? (
          <div className="padded">
            <Empty
              title="No problem passes these filters."
              actions={
                <a className="button main" href="#/problems">
                  Show all {formatCount(problems.length)}
                </a>
              }
            />
          </div>
        ) : (
          <div className="problem-groups">
            {groups.slice(0, shown).map((group) => (
              <Group key={`${group.kind}:${group.name}`} group={group} />
            ))}
            {groups.length > shown && (
              <button type="button" className="button" onClick={() => setShown(shown + 200)}>
                Show more of {formatCount(groups.length)}
              </button>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

function Group({ group }: { readonly group: ProblemGroup }) {
  const row = useRows().get(group.name);
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

function Problem({ problem, withSkill }: { readonly problem: Diagnostic; readonly withSkill: boolean }) {
  const location = locationOf(problem);
  // Drawn when it is opened: most never are.
  const [open, setOpen] = useState(false);
  return (
    <li className="prob">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <SeverityMark severity={problem.severity} />
          <span className="message">
            {withSkill && problem.skillKey !== undefined && <span className="key">{problem.skillKey} </span>}
            <Revealed text={problem.message} />
          </span>
          <code className="code-name">{problem.code}</code>
          <span className="where mono" title={location}>
            <bdi>{shortLocationOf(problem)}</bdi>
          </span>
          <Icon of={ChevronDown} />
        </summary>
        {open && (
          <div className="problem-body">
            <p className="soft">{kindOf(problem.code)?.why}</p>
            <p className="problem-fix">
              <b>To fix:</b> <Revealed text={fixOf(problem)} />
            </p>
            {location !== '' && (
              <p className="mono path">
                <Revealed text={location} />
              </p>
            )}
            <div className="actions">
              {problem.file !== undefined && <RevealButton file={problem.file} />}
              {location !== '' && (
                <CopyButton text={location} said="Copied the location" className="button bare">
                  Copy location
                </CopyButton>
              )}
              {problem.skillKey !== undefined && (
                <a className="button bare" href={formatRoute({ view: 'skill', key: problem.skillKey })}>
                  Open the skill
                </a>
              )}
            </div>
          </div>
        )}
      </details>
    </li>
  );
}

/** Only the desktop app can show a file in the file manager. */
function RevealButton({ file }: { readonly file: string }) {
  const toast = useToast();
  if (desktop === undefined) return null;
  const bridge = desktop;
  return (
    <button
      type="button"
      className="button"
      onClick={() =>
        void bridge.revealPath({ path: file }).catch((error: unknown) => toast(refusalSentence(error)))
      }
    >
      <Icon of={FolderOpen} />
      Reveal file
    </button>
  );
}

function ProblemFilterColumn({
  problems,
  filters,
  onChange,
}: {
  readonly problems: readonly Diagnostic[];
  readonly filters: ProblemFilters;
  readonly onChange: (filters: ProblemFilters) => void;
}) {
  const counts = useMemo(() => countProblems(problems), [problems]);
  const toggle = (set: ReadonlySet<string>, value: string) => {
    const next = new Set(set);
    if (!next.delete(value)) next.add(value);
    return next;
  };
  return (
    <aside className="filters scroll" aria-label="Filters">
      <div className="filters-head">
        <h2>Show</h2>
      </div>
      <fieldset>
        <legend>How bad</legend>
        {SEVERITIES.map((severity) => (
          <label key={severity} className="option">
            <input
              type="checkbox"
              className="tick"
              checked={!filters.without.has(severity)}
              onChange={() => onChange({ ...filters, without: toggle(filters.without, severity) })}
            />
            <SeverityCount severity={severity} count={counts.severities.get(severity) ?? 0} />
          </label>
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
          <label key={code} className="option">
            <input
              type="checkbox"
              className="tick"
              checked={filters.codes.has(code)}
              onChange={() => onChange({ ...filters, codes: toggle(filters.codes, code) })}
            />
            <code className="option-words" title={code}>
              {code}
            </code>
            <span className="number">{formatCount(count)}</span>
          </label>
        ))}
      </fieldset>
    </aside>
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

function Clean() {
  const { skills } = useRegistry();
  const count = skills.state === 'ready' ? skills.value.length : 0;
  return (
    <div className="sheet full">
      <Empty
        whole
        title={
          <>
            <Mark name="done" tone="good" />{' '}
            {count === 1 ? 'The skill is' : `All ${formatCount(count)} skills are`} clean.
          </>
        }
        actions={
          <a className="button" href="#/browse">
            Browse them
          </a>
        }
      >
        <p>
          Every rule of the format was checked on every file. What changes on disk is checked as it is saved.
        </p>
      </Empty>
    </div>
  );
}
