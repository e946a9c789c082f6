import { Copy, FileCode } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DIAGNOSTICS } from '../../../src-server/contract/codes.ts';
import type { Diagnostic, ProblemKind } from '../../../src-server/contract/diagnostic.ts';
import type { Effect } from '../../../src-server/contract/validation-codes.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { useCommand } from '../../data/bridge.ts';
import { desktop } from '../../data/host.ts';
import { useService, useSkills } from '../../data/registry.ts';
import { fixLine, ownShell } from '../../domain/command-lines.ts';
import { nameInKey } from '../../domain/skill-rows.ts';
import { Card, Disclosure, ListRow, Section } from '../../layout/layout.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/code.tsx';
import { useCopy } from '../../ui/copy.tsx';
import { Mark, StateDot } from '../../ui/marks.tsx';
import { useToast } from '../../ui/notice.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { type Draft, effectsByKey, houseStyleCounts, placeOf, type Repair, type Repairs } from './repairs.ts';
import styles from './source.module.css';

/** The most rows of a list; the command line prints all. */
const MOST_ROWS = 50;

/** What keeps skills from agents, or harms what they get: each with the skill, and the file to open. */
export function NeedsRepair({
  repairs: { needed, drafts, mendable },
  added,
}: {
  readonly repairs: Repairs;
  /** The names of registries whose files others write. */
  readonly added: ReadonlySet<string>;
}) {
  if (needed.length + drafts.length === 0) return null;
  const rest = needed.length - MOST_ROWS;
  return (
    <Section title="Needs repair" aside="this keeps skills from agents, or harms what they get">
      {mendable.needed > 0 && (
        <MendLine>
          One command mends {countWords(mendable.needed, 'kind')} of these, shows each change, and keeps a
          copy:
        </MendLine>
      )}
      <Card as="ul" aria-label="Needs repair">
        {needed.slice(0, MOST_ROWS).map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be the same in every field
          <ProblemRow key={at} problem={problem} isOwn={!added.has(problem.registry ?? '')} />
        ))}
        {rest > 0 && (
          <ListRow title={`${countWords(rest, 'more place')}: skills-registry validate prints all.`} />
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
                <Revealed text={nameInKey(skillKey)} />
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
              {more > 0 && ` and ${countWords(more, 'more place')} in it`}
            </span>
          )}
        </>
      }
      actions={isOwn && file !== undefined && <OpenFile problem={problem} />}
    />
  );
}

/** What follows the name of a skill. */
const CONSEQUENCES = {
  unserved: ':',
  withheld: ' is withheld from agents.',
  harmful: ':',
} as const;

/** A skill whose texts still hold words of the template. */
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
      detail={`${countWords(places.length, 'text is', 'texts are')} still to be written. It is served as soon as the last is.`}
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

/** The house style, closed and grey: nothing of it keeps a skill from agents. */
export function HouseStyle({
  repairs: { houseStyle, mendable },
  more,
}: {
  readonly repairs: Repairs;
  /** The number of places that the service left out of its answer. */
  readonly more: number;
}) {
  if (houseStyle.length === 0) return null;
  const { kinds, places } = houseStyleCounts(houseStyle);
  return (
    <div className={styles.houseStyle}>
      <Card quiet>
        <Disclosure
          summary={`House style: ${countWords(kinds, 'kind')}, ${countWords(places + more, 'place')}`}
        >
          <p className="soft">
            Remarks for authors. They keep no skill from agents.
            {more > 0 && ` The first ${countWords(places, 'place')} are listed; validate prints all.`}
          </p>
          {mendable.houseStyle > 0 && (
            <MendLine>One command mends {countWords(mendable.houseStyle, 'kind')}:</MendLine>
          )}
          <ul className={styles.kinds}>
            {houseStyle.map((kind) => (
              <KindRow key={kind.code} kind={kind} />
            ))}
          </ul>
        </Disclosure>
      </Card>
    </div>
  );
}

const MOST_PLACES = 20;

function KindRow({ kind }: { readonly kind: ProblemKind }) {
  const { title, places, fix } = kind;
  const open = useOpenFile();
  const rest = places.length - MOST_PLACES;
  return (
    <li>
      <Disclosure
        summary={
          <>
            {title} <span className="muted">{countWords(places.length, 'place')}</span>
          </>
        }
      >
        <p className="soft">{fix}</p>
        <ul className={styles.places}>
          {places.slice(0, MOST_PLACES).map((place, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two places may be the same in every field
            <li key={at}>
              {place.file !== undefined && (
                <TextButton onClick={() => open(place)}>
                  <Revealed text={placeOf(place)} />
                </TextButton>
              )}{' '}
              <Revealed text={place.message} />
            </li>
          ))}
          {rest > 0 && <li className="muted">and {countWords(rest, 'more place')}</li>}
        </ul>
      </Disclosure>
    </li>
  );
}

/** How long a repaired skill is named. */
const MENDED_SHOWN_MS = 60_000;

/** Skills that needed repair until a moment ago: their authors look here to see whether it worked. */
export function JustNow({
  repairs,
  isChecking,
}: {
  readonly repairs: Repairs | undefined;
  /** Whether skills are still being checked: what is not found now may be found later. */
  readonly isChecking: boolean;
}) {
  const mended = useMended(repairs, isChecking);
  const served = useSkills().data?.skills ?? [];
  // A skill that was removed needs no repair either, and isn't served again.
  const shown = served.filter(({ key }) => mended.has(key));
  if (shown.length === 0) return null;
  return (
    <Section title="Just now">
      <Card as="ul" aria-label="Just now">
        {shown.map(({ key }) => (
          <ListRow
            key={key}
            icon={<StateDot state="on" />}
            title={
              <>
                <b>
                  <Revealed text={nameInKey(key)} />
                </b>{' '}
                {mended.get(key) === 'harmful' ? 'is mended' : 'is served again'}
              </>
            }
          />
        ))}
      </Card>
    </Section>
  );
}

/** Returns by key what agents noticed before of skills that were mended. */
function useMended(repairs: Repairs | undefined, isChecking: boolean): ReadonlyMap<string, Effect> {
  const [mended, setMended] = useState<ReadonlyMap<string, Effect>>(new Map());
  const before = useRef<ReadonlyMap<string, Effect>>(new Map());
  useEffect(() => {
    if (repairs === undefined) return;
    const now = effectsByKey(repairs);
    if (isChecking) {
      before.current = new Map([...before.current, ...now]);
      return;
    }
    const gone = [...before.current].filter(([key]) => !now.has(key));
    before.current = now;
    setMended((known) => new Map([...known, ...gone].filter(([key]) => !now.has(key))));
    if (gone.length === 0) return;
    const keys = new Set(gone.map(([key]) => key));
    // Not ended by the next change: each skill is named for a minute of its own.
    setTimeout(() => {
      setMended((known) => new Map([...known].filter(([key]) => !keys.has(key))));
    }, MENDED_SHOWN_MS);
  }, [repairs, isChecking]);
  return mended;
}

/** The command that mends problems, with the program of this machine and the folder that is served. */
function MendLine({ children }: { readonly children: ReactNode }) {
  const { folder } = useService().state;
  const line = fixLine(folder, ownShell(navigator));
  if (line === undefined) return null;
  return (
    <div className={styles.mend}>
      <p className="soft">{children}</p>
      <CommandLine line={line} />
    </div>
  );
}

/** Returns what opens a file at its line in the editor; a page in a browser copies the path. */
function useOpenFile(): (place: Diagnostic) => Promise<void> {
  const toast = useToast();
  const copy = useCopy();
  const { folder } = useService().state;
  const { mutate } = useCommand('openFile');
  return async (place) => {
    const { file = '', line } = place;
    if (desktop === undefined) await copy([folder, placeOf(place)].join('/'), 'Copied the path');
    else
      mutate(
        { path: file, ...(line !== undefined && { line }) },
        { onError: ({ message }) => toast(message, 'refused') },
      );
  };
}
