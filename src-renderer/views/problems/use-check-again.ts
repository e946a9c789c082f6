import { useEffect, useRef, useState } from 'react';
import type { DiagnosticsResponse } from '../../../src-server/contract/api/api.ts';
import { type Cause, findCauses } from '../../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { useToast } from '../../components/toast.tsx';
import type { SkillRow } from '../../skill/skill-row.ts';
import { askWithTimeout } from '../../stores/ask-with-timeout.ts';
import { browserClock } from '../../stores/surroundings.ts';
import { useStores } from '../../stores/use-stores.tsx';
import { plural } from '../../text/format.ts';

/** Milliseconds. Large registries on slow disks. */
const WAIT_MS = 60_000;

export interface CheckAgain {
  readonly isChecking: boolean;
  /** Last check on request. */
  readonly last: { /** Milliseconds since 1970. */ readonly at: number; readonly tookMs: number } | undefined;
  /** Rescans the folder. Reports on the problem group, or any change. */
  check(cause?: Cause): void;
}

export function useCheckAgain(skills: readonly SkillRow[], problems: readonly Diagnostic[]): CheckAgain {
  const { api, service } = useStores();
  const toast = useToast();
  const [isChecking, setIsChecking] = useState(false);
  const [last, setLast] = useState<CheckAgain['last']>();
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);
  const check = (cause?: Cause) => {
    if (isChecking) return;
    setIsChecking(true);
    end.current = askWithTimeout(browserClock, WAIT_MS, api.checkAgain, (answer) => {
      setIsChecking(false);
      // Refreshes even after a failure, to learn the service's state.
      service.refresh();
      if (!answer.ok) {
        toast(answer.failure.message, 'refused');
        return;
      }
      setLast({ at: browserClock.now(), tookMs: answer.tookMs });
      const said = outcome(answer.value, problems, skills, cause);
      if (said !== undefined) toast(said);
    });
  };
  return { isChecking, last, check };
}

/** Facts not shown in the view. */
function outcome(
  { diagnostics, checking }: DiagnosticsResponse,
  before: readonly Diagnostic[],
  skills: readonly SkillRow[],
  cause: Cause | undefined,
): string | undefined {
  if (cause === undefined) {
    if (checking !== undefined || JSON.stringify(diagnostics) !== JSON.stringify(before)) return undefined;
    return 'Checked again. Nothing changed.';
  }
  const now = findCauses(diagnostics, skills).causes.find(({ id }) => id === cause.id)?.places.length;
  if (now === undefined) return undefined;
  return now < cause.places.length
    ? `${plural(now, 'place is', 'places are')} left of ${cause.places.length}.`
    : `Still there: ${plural(now, 'place')}.`;
}
