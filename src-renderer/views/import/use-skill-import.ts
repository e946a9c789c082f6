import { useEffect, useState } from 'react';
import type { SubmissionCheck } from '../../../src-server/contract/api/api.ts';
import type { SkillSubmission, Submitted } from '../../api/api-client.ts';
import type { ApiFailure } from '../../api/api-transport.ts';
import { useToast } from '../../components/toast.tsx';
import { type ChosenFolder, clearChosenFolder } from '../../folders/chosen-folder.ts';
import type { Resource } from '../../stores/resource.ts';
import { useResource, useStores } from '../../stores/use-stores.tsx';
import { readSkill, type SkillReading } from './read-skill.ts';

/** For reading all texts and counting tokens. */
const WAIT_MS = 30_000;
/** Longer than the service pushes a branch. */
const PUSH_MS = 180_000;

/** `undefined` until read. */
export function useReading(held: ChosenFolder): SkillReading | undefined {
  const [done, setDone] = useState<{ readonly of: ChosenFolder; readonly reading: SkillReading }>();
  useEffect(() => {
    if (held.kind !== 'folder') return;
    let isWanted = true;
    void readSkill(held.source).then((reading) => {
      if (isWanted) setDone({ of: held, reading });
    });
    return () => {
      isWanted = false;
    };
  }, [held]);
  return done?.of === held ? done.reading : undefined;
}

/** Repeats per registry change. */
export function useSubmissionCheck(
  submission: SkillSubmission,
  turn: number,
  isOpen: boolean,
): Resource<SubmissionCheck> | undefined {
  const { api } = useStores();
  return useResource(
    isOpen ? `check ${turn}` : undefined,
    (signal) => api.checkSubmission(submission, signal),
    WAIT_MS,
  );
}

export type Addition =
  | { readonly state: 'idle' }
  | { readonly state: 'adding' }
  | ({ readonly state: 'added' } & Submitted)
  | { readonly state: 'failed'; readonly failure: ApiFailure };

/** After success, releases the folder. */
export function useAddition(held: ChosenFolder): {
  readonly addition: Addition;
  readonly add: (submission: SkillSubmission) => void;
  readonly forget: () => void;
} {
  const { api, service } = useStores();
  const toast = useToast();
  const [addition, setAddition] = useState<Addition>({ state: 'idle' });
  // An old folder's result says nothing about the new folder.
  useEffect(() => {
    if (held.kind !== 'none') setAddition({ state: 'idle' });
  }, [held]);
  const add = async (submission: SkillSubmission) => {
    if (addition.state === 'adding') return;
    setAddition({ state: 'adding' });
    const answer = await api.submit(submission, AbortSignal.timeout(PUSH_MS));
    if (!answer.ok) {
      setAddition({ state: 'failed', failure: answer.failure });
      return;
    }
    const { key, branch } = answer.value;
    setAddition({ state: 'added', ...answer.value });
    clearChosenFolder();
    service.refresh();
    toast(branch === undefined ? `Added ${key}` : `Proposed ${key}`);
  };
  return {
    addition,
    add: (submission) => void add(submission),
    forget: () => setAddition({ state: 'idle' }),
  };
}
