import { useEffect, useRef, useState } from 'react';
import type { Effect } from '../../../src-server/contract/validation-codes.ts';
import { useSkills } from '../../data/use-registry.ts';
import { Card, Section } from '../../layout/layout.tsx';
import { ListRow } from '../../layout/list-row.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { StateDot } from '../../ui/show/marks.tsx';
import { effectsByKey, type Repairs } from './repairs.ts';

/** How long a repaired skill is named. */
const SHOWN_MS = 60_000;

/** Skills that needed repair until a moment ago: their authors look here to see whether it worked. */
export function JustNow({
  repairs,
  isChecking,
}: {
  readonly repairs: Repairs | undefined;
  /** Skills are still being checked: what is not found now may be found later. */
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
                  <Revealed text={key.slice(key.lastIndexOf('/') + 1)} />
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

/** By key, what agents noticed of it before. */
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
    }, SHOWN_MS);
  }, [repairs, isChecking]);
  return mended;
}
