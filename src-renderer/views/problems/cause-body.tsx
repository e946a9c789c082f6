import { FolderOpen, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Cause, WrongValue } from '../../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { CodeBox } from '../../components/code-box.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { desktop } from '../../desktop.ts';
import { hasService } from '../../host.ts';
import { formatRoute } from '../../route/route.ts';
import { useService } from '../../stores/use-stores.tsx';
import { fixLine, ownShell } from '../../text/command-lines.ts';
import { formatCount, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { byDetail, causeAsText } from './cause-words.ts';
import { Excerpt } from './excerpt.tsx';
import { PlaceList } from './place-list.tsx';
import styles from './problems.module.css';
import type { CheckAgain } from './use-check-again.ts';

export function CauseBody({
  id,
  cause,
  again,
}: {
  readonly id: string;
  readonly cause: Cause;
  readonly again: CheckAgain;
}) {
  const [chosen, setChosen] = useState<Diagnostic>();
  const places = useMemo(() => byDetail(cause.places), [cause]);
  const shown = chosen !== undefined && places.includes(chosen) ? chosen : places[0];
  if (shown === undefined) return null;
  return (
    <div className={styles.body} id={id}>
      <p className={styles.why}>{cause.why}</p>
      <div className={styles.example}>
        <Excerpt place={shown} />
        <Fix cause={cause} place={shown} />
        <div className="actions">
          {hasService && (
            <Button look="main" aria-disabled={again.isChecking} onClick={() => again.check(cause)}>
              <Icon of={RotateCw} />
              {again.isChecking ? 'Checking…' : 'Check again'}
            </Button>
          )}
          {shown.file !== undefined && <RevealButton file={shown.file} />}
          {shown.skillKey !== undefined && (
            <LinkButton href={formatRoute({ view: 'skill', key: shown.skillKey })}>Open the skill</LinkButton>
          )}
          <CopyButton look="bare" text={causeAsText(cause)} said={`Copied ${plural(places.length, 'place')}`}>
            {places.length === 1 ? 'Copy the place' : 'Copy all places'}
          </CopyButton>
        </div>
      </div>
      <PlaceList places={places} shown={shown} onShow={setChosen} />
    </div>
  );
}

function Fix({ cause, place }: { readonly cause: Cause; readonly place: Diagnostic }) {
  const { places, fix, repair, values } = cause;
  const folder = useService((service) => service.folder);
  const command = fixLine(folder, ownShell(navigator));
  return (
    <div className={styles.fix}>
      <p>
        <b>{places.length === 1 ? 'To fix:' : `To fix all ${formatCount(places.length)}:`}</b>{' '}
        <Revealed text={fix} />
        {place.fix !== undefined && place.fix !== fix && (
          <>
            {' '}
            <b>Here:</b> <Revealed text={place.fix} />
          </>
        )}
      </p>
      {repair === 'replace' && <Words values={values} />}
      {repair === 'command' && command !== undefined && (
        <>
          <p>This command does it, shows each change, and keeps a copy of each file:</p>
          <div className={styles.command}>
            <CodeBox label="The command that fixes it">
              <code>{command}</code>
            </CodeBox>
            <CopyButton text={command} said="Copied the command" label="Copy the command" iconOnly />
          </div>
        </>
      )}
    </div>
  );
}

const WORDS_SHOWN = 5;

function Words({ values }: { readonly values: readonly WrongValue[] }) {
  const rest = values.slice(WORDS_SHOWN).reduce((sum, { places }) => sum + places, 0);
  return (
    <ul className={styles.words}>
      {values.slice(0, WORDS_SHOWN).map(({ field, value, expected, places }) => (
        <li key={`${field} ${value}`}>
          <span className="number">{formatCount(places)}×</span>{' '}
          <code>
            <Revealed text={field} />
          </code>{' '}
          <code className={styles.wrongWord}>
            <Revealed text={value} />
          </code>
          {expected !== undefined && <span className="muted"> must be {expected}</span>}
        </li>
      ))}
      {rest > 0 && (
        <li className="muted">
          and {plural(values.length - WORDS_SHOWN, 'other word')} in {plural(rest, 'place')}
        </li>
      )}
    </ul>
  );
}

/** App only. */
function RevealButton({ file }: { readonly file: string }) {
  const attempt = useAttempt();
  if (desktop === undefined) return null;
  const { revealPath } = desktop;
  return (
    <Button onClick={() => attempt(() => revealPath({ path: file }))}>
      <Icon of={FolderOpen} />
      Reveal file
    </Button>
  );
}
