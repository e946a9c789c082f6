import { useEffect, useState } from 'react';
import type { SkillKey, SubmissionCheck } from '../../../src-server/contract/api/api.ts';
import type { SkillSubmission } from '../../api/api-client.ts';
import type { ApiFailure } from '../../api/api-transport.ts';
import { useToast } from '../../components/toast.tsx';
import type { Resource } from '../../world/resource.ts';
import { useResource, useWorld } from '../../world/use-world.tsx';
import { type HeldFolder, releaseFolder } from './held-folder.ts';
import { readSkill, type SkillReading } from './read-skill.ts';

/** A check reads every text and counts its tokens; still it never takes this long. */
const WAIT_MS = 30_000;

/** The reading of the folder that is held; undefined while there is none, or it is being read. */
export function useReading(held: HeldFolder): SkillReading | undefined {
  const [done, setDone] = useState<{ readonly of: HeldFolder; readonly reading: SkillReading }>();
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

/** What would become of a submission: asked again with each change of the registry. */
export function useSubmissionCheck(
  submission: SkillSubmission,
  turn: number,
  isOpen: boolean,
): Resource<SubmissionCheck> | undefined {
  const { api } = useWorld();
  return useResource(
    isOpen ? `check ${turn}` : undefined,
    (signal) => api.checkSubmission(submission, signal),
    WAIT_MS,
  );
}

/** How far adding the draft to the registry has come. */
export type Addition =
  | { readonly state: 'idle' }
  | { readonly state: 'adding' }
  | { readonly state: 'added'; readonly key: SkillKey }
  | { readonly state: 'failed'; readonly failure: ApiFailure };

/** Adds a skill, says so, and lets its folder go. */
export function useAddition(held: HeldFolder): {
  readonly addition: Addition;
  readonly add: (submission: SkillSubmission) => void;
  readonly forget: () => void;
} {
  const { api, service } = useWorld();
  const toast = useToast();
  const [addition, setAddition] = useState<Addition>({ state: 'idle' });
  // What became of one folder says nothing of the next.
  useEffect(() => {
    if (held.kind !== 'none') setAddition({ state: 'idle' });
  }, [held]);
  const add = async (submission: SkillSubmission) => {
    if (addition.state === 'adding') return;
    setAddition({ state: 'adding' });
    const answer = await api.submit(submission, AbortSignal.timeout(WAIT_MS));
    if (!answer.ok) {
      setAddition({ state: 'failed', failure: answer.failure });
      return;
    }
    setAddition({ state: 'added', key: answer.value });
    releaseFolder();
    service.refresh();
    toast(`Added ${answer.value}`);
  };
  return {
    addition,
    add: (submission) => void add(submission),
    forget: () => setAddition({ state: 'idle' }),
  };
}
