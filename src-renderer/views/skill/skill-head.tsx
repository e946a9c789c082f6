import { BadgeCheck, ChevronDown, Copy, UserCheck } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Risk } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { Pill } from '../../components/pill.tsx';
import { Term } from '../../components/term.tsx';
import { countEntries } from '../../skill/count-entries.ts';
import { placeInWords } from '../../skill/priority-words.ts';
import type { SkillFile, SkillModel } from '../../skill/skill-model.ts';
import { unwrapWholeFence } from '../../skill/unwrap-fence.ts';
import { formatCount, plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import type { HeadParts } from './reading-layout.ts';
import styles from './skill-head.module.css';
import { TrustFigure } from './trust-figure.tsx';
import type { AgentCopy } from './use-agent-copy.ts';

export interface SkillHeadProps {
  readonly skillKey: string;
  readonly model: SkillModel;
  readonly file: SkillFile | undefined;
  readonly agent: AgentCopy;
  readonly parts: HeadParts;
  /** Single line while reading and in low windows. */
  readonly folded: boolean;
  /** Receives `--read`, the reading progress. */
  readonly head: RefObject<HTMLElement | null>;
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  /** `undefined` if the path is already visible. */
  readonly onPath: (() => void) | undefined;
}

export function SkillHead(props: SkillHeadProps) {
  const { skillKey, model, file, parts, folded, head } = props;
  const { name, version, summary } = model;
  return (
    <header ref={head} className={styles.head} data-folded={folded || undefined} data-head>
      <div className={styles.id}>
        <h1 className="clip" title={writtenOut(name)}>
          <Revealed text={name} />
        </h1>
        {parts.version && version !== undefined && (
          <span className={`number clip ${styles.version}`} data-part>
            <Revealed text={version} />
          </span>
        )}
        {parts.key && <Key skillKey={skillKey} />}
        {parts.file && file !== undefined && (
          <span className="number clip muted" data-part>
            <span className="mono">
              <Revealed text={file.path} />
            </span>{' '}
            · {placeInWords(model.files, file)}
          </span>
        )}
        {parts.summary && (
          <p className={`clip ${styles.summary}`} title={summary && writtenOut(summary)}>
            {summary === undefined ? 'No summary' : <Revealed text={summary} />}
          </p>
        )}
      </div>
      {parts.key && <Standing model={model} />}
      <div className={styles.facts}>
        <RiskFigure model={model} parts={parts} />
        <TrustFigure trust={model.trust} brief={!parts.riskWord} />
      </div>
      <Actions {...props} />
    </header>
  );
}

function Key({ skillKey }: { readonly skillKey: string }) {
  return (
    <span className={styles.key}>
      <span className="mono" data-part>
        <Revealed text={skillKey} />
      </span>
      <CopyButton
        text={skillKey}
        said="Copied the key"
        label="Copy the key"
        look="bare"
        iconOnly
        size="small"
        className={styles.small}
      />
    </span>
  );
}

function Standing({ model }: { readonly model: SkillModel }) {
  if (!model.verified && !model.official) return null;
  return (
    <p className={styles.standing}>
      {model.verified && (
        <Pill>
          <Icon of={BadgeCheck} />
          Verified
        </Pill>
      )}
      {model.official && (
        <Pill>
          <Icon of={UserCheck} />
          By its maintainers
        </Pill>
      )}
    </p>
  );
}

function RiskFigure({ model, parts }: Pick<SkillHeadProps, 'model' | 'parts'>) {
  const { files, risk } = model;
  const counted = useMemo(() => {
    const count = (path: string) => {
      const file = files.find((other) => other.path === path);
      return file === undefined ? 0 : countEntries(unwrapWholeFence(file.text));
    };
    const [lines, pitfalls] = [count('safety.md'), count('pitfalls.md')];
    return [
      ...(lines > 0 ? [plural(lines, 'red line')] : []),
      ...(pitfalls > 0 ? [plural(pitfalls, 'pitfall')] : []),
    ].join(' and ');
  }, [files]);
  return (
    <Term
      plain
      meaning={`How much harm a mistake does, as its author declares.${counted === '' ? '' : ` It names ${counted}.`}`}
    >
      <span className="hidden-text">Risk</span>
      <Risk level={risk} brief={!parts.riskWord} />
      {parts.labels && <span className="muted">risk</span>}
    </Term>
  );
}

function Actions({ model, file, agent, parts, panelOpen, onPanel, onPath }: SkillHeadProps) {
  const { files } = model;
  const place = file === undefined ? 0 : files.indexOf(file) + 1;
  const { fit } = agent;
  const what = agent.isFirst
    ? `Copies what to read first: ${plural(fit.used, 'token')}`
    : `Copies what fits: ${plural(fit.files.length, 'file')}, ${plural(fit.used, 'token')}`;
  return (
    <div className={styles.actions}>
      {onPath !== undefined && (
        <Button aria-haspopup="dialog" onClick={onPath}>
          {place === 0 ? (
            plural(files.length, 'file')
          ) : (
            <>
              <span className="hidden-text">File </span>
              <span className="number">
                {place} of {files.length}
              </span>
            </>
          )}
          {parts.count && <Icon of={ChevronDown} />}
        </Button>
      )}
      <span className={styles.copy}>
        <Button look="main" title={what} aria-disabled={fit.files.length === 0} onClick={agent.copy}>
          <Icon of={Copy} />
          <span className={parts.copyWords ? '' : 'hidden-text'}>Copy for an agent</span>{' '}
          <span className={parts.count ? 'number' : 'hidden-text'}>
            {formatCount(fit.used)}
            <span className="hidden-text"> tokens</span>
          </span>
        </Button>
        {parts.choose && (
          <Button
            look="main"
            iconOnly
            className={styles.choose}
            aria-label="Choose what is copied, and facts"
            title="Choose what is copied, and facts"
            aria-expanded={panelOpen}
            onClick={onPanel}
          >
            <Icon of={ChevronDown} />
          </Button>
        )}
      </span>
    </div>
  );
}
