import { Copy } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { KeyHint } from '../../components/shortcuts.tsx';
import { Term } from '../../components/term.tsx';
import type { SkillModel } from '../../skill/skill-model.ts';
import { formatCount, plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './agent-panel.module.css';
import type { AgentCopy } from './use-agent-copy.ts';

export function AgentPanel({ agent, model }: { readonly agent: AgentCopy; readonly model: SkillModel }) {
  const { budget, total, fit } = agent;
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="cap">
        Copy for an agent
      </h2>
      <div className={styles.presets}>
        <Button aria-pressed={agent.isFirst} onClick={() => agent.setBudget(undefined)}>
          What to read first
        </Button>
        <Button aria-pressed={!agent.isFirst && budget === total} onClick={() => agent.setBudget(total)}>
          Everything
        </Button>
      </div>
      <Budget agent={agent} />
      <Track agent={agent} model={model} />
      <Files agent={agent} model={model} />
      <p className={styles.sum}>
        <b className="number">{plural(fit.used, 'token')}</b>, {fit.files.length} of{' '}
        {plural(model.files.length, 'file')}
        <br />
        <span className="muted">
          <Remainder agent={agent} />
        </span>
      </p>
      <Button look="main" className={styles.copy} aria-disabled={fit.files.length === 0} onClick={agent.copy}>
        <Icon of={Copy} />
        Copy text <KeyHint>C</KeyHint>
      </Button>
    </section>
  );
}

function Budget({ agent: { budget, total, setBudget } }: { readonly agent: AgentCopy }) {
  const id = useId();
  return (
    <div className={styles.budget}>
      <label htmlFor={id}>Budget</label>
      <input
        id={id}
        className="number"
        type="number"
        min={0}
        max={total}
        value={budget}
        onChange={(event) => setBudget(event.currentTarget.valueAsNumber || 0)}
      />
      <span className="muted number">
        of {formatCount(total)}{' '}
        <Term meaning="Counted with o200k, one of the common ways to cut a text into tokens; other models count a little differently. The header and the tags around each file come on top.">
          tokens
        </Term>
      </span>
    </div>
  );
}

/** Budget slider over the files, each as wide as the tokens. */
function Track({
  agent: { budget, total, fit, setBudget },
  model,
}: {
  readonly agent: AgentCopy;
  readonly model: SkillModel;
}) {
  return (
    <div className={styles.track}>
      <div className={styles.strip} aria-hidden="true">
        {model.files.map((file) => (
          <i
            key={file.path}
            data-fits={fit.files.includes(file) || undefined}
            data-priority={file.priority}
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
        onChange={(event) => setBudget(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

function Files({ agent: { fit }, model }: { readonly agent: AgentCopy; readonly model: SkillModel }) {
  return (
    <ol className={styles.files}>
      {model.files.map((file) => {
        const fits = fit.files.includes(file);
        return (
          <li key={file.path} data-fits={fits || undefined}>
            <Mark name={fits ? 'fits' : 'fits-not'} />
            <span className="mono clip" title={writtenOut(file.path)}>
              <Revealed text={file.path} />
            </span>
            <span className="hidden-text">{fits ? ', is copied, ' : ', is not copied, '}</span>
            <span className="number">{file.tokens === undefined ? '–' : formatCount(file.tokens)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Remainder({ agent: { fit, budget, isFirst } }: { readonly agent: AgentCopy }) {
  if (fit.next === undefined) return 'Everything fits.';
  const needs = formatCount(fit.next.tokens ?? 0);
  const name = <Revealed text={fit.next.path} />;
  if (fit.files.length === 0)
    return (
      <>
        Nothing fits into {plural(budget, 'token')}. The most important file, {name}, needs {needs}.
      </>
    );
  if (isFirst)
    return (
      <>
        Then comes {name}, {plural(fit.next.tokens ?? 0, 'token')}.
      </>
    );
  return (
    <>
      {formatCount(budget - fit.used)} left; {name} needs {needs}.
    </>
  );
}
