import { Copy, FileCode } from 'lucide-react';
import { DIAGNOSTICS, type Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { desktop } from '../../desktop.ts';
import { Card, Section } from '../../layout/layout.tsx';
import { ListRow } from '../../layout/list-row.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Mark } from '../../ui/show/marks.tsx';
import { MendLine } from './mend-line.tsx';
import { type Draft, placeOf, type Repair, type Repairs } from './repairs.ts';
import styles from './source.module.css';
import { useOpenFile } from './use-open-file.ts';

/** Of a long list; the command line prints all. */
const MOST_ROWS = 50;

/** What keeps skills from agents, or harms what they get: each with the skill, and the file to open. */
export function NeedsRepair({
  repairs: { needed, drafts, mendable },
  added,
}: {
  readonly repairs: Repairs;
  /** Names of registries whose files others write. */
  readonly added: ReadonlySet<string>;
}) {
  if (needed.length + drafts.length === 0) return null;
  const rest = needed.length - MOST_ROWS;
  return (
    <Section title="Needs repair" aside="this keeps skills from agents, or harms what they get">
      {mendable.needed > 0 && (
        <MendLine>
          One command mends {plural(mendable.needed, 'kind')} of these, shows each change, and keeps a copy:
        </MendLine>
      )}
      <Card as="ul" aria-label="Needs repair">
        {needed.slice(0, MOST_ROWS).map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be the same in every field
          <ProblemRow key={at} problem={problem} isOwn={!added.has(problem.registry ?? '')} />
        ))}
        {rest > 0 && (
          <ListRow title={`${plural(rest, 'more place')}: skills-registry validate prints all.`} />
        )}
        {drafts.map((draft) => (
          <DraftRow key={draft.key} draft={draft} />
        ))}
      </Card>
    </Section>
  );
}

function ProblemRow({ problem, isOwn }: { readonly problem: Repair; readonly isOwn: boolean }) {
  const { code, message, fix, file, skillKey, effect, more } = problem;
  const advice = fix ?? (Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code].fix : undefined);
  return (
    <ListRow
      icon={effect === 'unserved' ? <Mark name="error" tone="bad" /> : <Mark name="warning" tone="care" />}
      title={
        <>
          {skillKey !== undefined && (
            <>
              <b>
                <Revealed text={nameOf(skillKey)} />
              </b>
              {`${CONSEQUENCES[effect]} `}
            </>
          )}
          <Revealed text={message} />
        </>
      }
      detail={
        <>
          {advice !== undefined && <Revealed text={advice} />}
          {file !== undefined && (
            <span className={`mono ${styles.place}`}>
              <Revealed text={placeOf(problem)} />
              {more > 0 && ` and ${plural(more, 'more place')} in it`}
            </span>
          )}
        </>
      }
      actions={isOwn && file !== undefined && <OpenFile problem={problem} />}
    />
  );
}

/** Follows the name of a skill. */
const CONSEQUENCES = {
  unserved: ':',
  withheld: ' is withheld from agents.',
  harmful: ':',
} as const;

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Its texts still hold words of the template. */
function DraftRow({ draft: { key, places, reasons } }: { readonly draft: Draft }) {
  const first = places[0] ?? reasons[0];
  return (
    <ListRow
      icon={<Mark name="info" tone="still" />}
      title={
        <>
          <b>
            <Revealed text={key} />
          </b>{' '}
          is a draft
        </>
      }
      detail={`${plural(places.length, 'text is', 'texts are')} still to be written. It is served as soon as the last is.`}
      actions={first?.file !== undefined && <OpenFile problem={first} />}
    />
  );
}

function OpenFile({ problem }: { readonly problem: Diagnostic }) {
  const open = useOpenFile();
  const { file = '' } = problem;
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (desktop === undefined)
    return (
      <Button icon={Copy} aria-label={`Copy the path of ${file}`} onClick={() => open(problem)}>
        Copy the path
      </Button>
    );
  return (
    <Button icon={FileCode} aria-label={`Open ${file}`} onClick={() => open(problem)}>
      Open {name.includes('.') ? name : 'the folder'}
    </Button>
  );
}
