import { Copy } from 'lucide-react';
import { type CSSProperties, useId, useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { agentText } from '../../skill/agent-text.ts';
import { type Fit, fitBudget } from '../../skill/budget.ts';
import { PRIORITY_WORDS, type SkillModel } from '../../skill/skill-model.ts';
import { readStored, store } from '../../stored.ts';
import { formatCount, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';

const REMEMBERED = 'skills-registry.budget';
const DEFAULT_BUDGET = 4000;

export interface AgentCopy {
  /** Tokens, 0 to `total`. */
  readonly budget: number;
  readonly total: number;
  readonly fit: Fit;
  setBudget(budget: number): void;
  copy(): void;
}

/** The budget, what fits into it, and the copying; the budget is kept for the next skill. */
export function useAgentCopy(skillKey: string, model: SkillModel): AgentCopy {
  const { files } = model;
  const total = useMemo(() => files.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0), [files]);
  const [wanted, setWanted] = useState(() => Number(readStored(REMEMBERED) ?? Number.NaN) || DEFAULT_BUDGET);
  const budget = Math.min(wanted, total);
  const fit = useMemo(() => fitBudget(files, budget), [files, budget]);
  const copyText = useCopy();
  return {
    budget,
    total,
    fit,
    setBudget(next) {
      const whole = Math.max(0, Math.round(next));
      setWanted(whole);
      store(REMEMBERED, String(whole));
    },
    copy() {
      if (fit.files.length === 0) return;
      const source = { ...model, key: skillKey };
      void copyText(
        agentText(source, fit.files, files.length),
        `Copied ${plural(fit.files.length, 'file')}, ${plural(fit.used, 'token')}`,
      );
    },
  };
}

/** Which files fit into how many tokens: the track is the files themselves, as wide as their tokens. */
export function AgentPanel({ agent, model }: { readonly agent: AgentCopy; readonly model: SkillModel }) {
  const { budget, total, fit } = agent;
  const id = useId();
  return (
    <section className="panel agent" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>Copy for an agent</h2>
      </header>
      <div className="body">
        <div className="agent-budget">
          <label htmlFor={`${id}-budget`} className="cap">
            Budget
          </label>
          <input
            id={`${id}-budget`}
            className="budget-number number"
            type="number"
            min={0}
            max={total}
            value={budget}
            onChange={(event) => agent.setBudget(event.currentTarget.valueAsNumber || 0)}
          />
          <span className="muted number">of {plural(total, 'token')}</span>
        </div>
        <div className="budget">
          <div className="strip" aria-hidden="true">
            {model.files.map((file) => (
              <i
                key={file.path}
                className={fit.files.includes(file) ? file.priority.toLowerCase() : 'out'}
                style={{ '--tokens': file.tokens ?? 0 } as CSSProperties}
              />
            ))}
          </div>
          <input
            type="range"
            min={0}
            max={total}
            step={1}
            value={budget}
            aria-label="Budget in tokens"
            aria-valuetext={`${plural(budget, 'token')}: ${fit.files.length} of ${plural(model.files.length, 'file')} fit`}
            onChange={(event) => agent.setBudget(event.currentTarget.valueAsNumber)}
          />
          <Scale model={model} total={total} />
        </div>
        <ol className="fits">
          {model.files.map((file) => {
            const fits = fit.files.includes(file);
            return (
              <li key={file.path} className={fits ? '' : 'out'}>
                <Mark name={fits ? 'fits' : 'fits-not'} />
                <span className="mono">
                  <Revealed text={file.path} />
                  <span className="hidden-text">{fits ? ', fits' : ', does not fit'}</span>
                </span>
                <span className="number">{formatCount(file.tokens ?? 0)}</span>
              </li>
            );
          })}
        </ol>
        <p className="fit-sum">
          <b className="number">{plural(fit.used, 'token')}</b>, {fit.files.length} of{' '}
          {plural(model.files.length, 'file')}
          <br />
          <span className="muted">{remainder(agent)}</span>
        </p>
        <Button look="main" className="wide" aria-disabled={fit.files.length === 0} onClick={agent.copy}>
          <Icon of={Copy} />
          Copy text <kbd>C</kbd>
        </Button>
        <p className="muted tiny">
          The texts’ tokens, counted as o200k. The source header and the tags around each file come on top.
        </p>
      </div>
    </section>
  );
}

function remainder({ fit, budget }: AgentCopy): string {
  if (fit.next === undefined) return 'Everything fits.';
  const needs = formatCount(fit.next.tokens ?? 0);
  if (fit.files.length === 0)
    return `Nothing fits into ${plural(budget, 'token')}. The first file, ${fit.next.path}, needs ${needs}.`;
  return `${formatCount(budget - fit.used)} left; ${fit.next.path} needs ${needs}.`;
}

/** Where each priority begins. */
function Scale({ model, total }: { readonly model: SkillModel; readonly total: number }) {
  let before = 0;
  const starts = PRIORITY_WORDS.flatMap(([priority]) => {
    const start = before;
    const tokens = model.files
      .filter((file) => file.priority === priority)
      .reduce((sum, file) => sum + (file.tokens ?? 0), 0);
    before += tokens;
    // A label needs room before the next one.
    return tokens === 0 || tokens < total * 0.08 ? [] : [{ priority, percent: (100 * start) / total }];
  });
  return (
    <div className="scale number" aria-hidden="true">
      {starts.map(({ priority, percent }) => (
        <span key={priority} style={{ left: `${percent}%` }}>
          {priority}
        </span>
      ))}
    </div>
  );
}
