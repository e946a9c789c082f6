import type { StoredSubmission, SubmissionCheck } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Logger } from '../contract/service/logger.ts';
import { rulesFrom, rulesRequest } from '../registry/disk/read-rules.ts';
import {
  existsAlready,
  isFull,
  REGISTRY_FULL,
  storeSubmission,
  takenKey,
} from '../registry/write/store-submission.ts';
import type { LiveRegistry } from '../registry/live-registry.ts';
import { acceptedSubmission } from '../registry/write/check-submission.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { CheckUnfinishedError } from '../validation/skill-checker.ts';
import type { SubmissionReview, SubmissionReviewer } from '../validation/submission-review.ts';

const NO_FOLDER =
  'Registries that were added by address are read-only, and no other registry is served. Serve a folder, too, to take submissions.';

interface SubmissionOptions {
  readonly live: LiveRegistry;
  readonly checker: SubmissionReviewer;
  readonly logger: Logger;
}

export async function checkSubmission(body: string, options: SubmissionOptions): Promise<SubmissionCheck> {
  const { key, problems, diagnostics, relaxed } = await review(body, options);
  const snapshot = targetOf(options.live);
  const isTaken = key !== undefined && takenKey(snapshot, key) !== undefined;
  const all = [
    ...(isTaken ? [existsAlready(key)] : []),
    ...(isFull(snapshot) ? [REGISTRY_FULL] : []),
    ...problems,
  ];
  const own = relaxed.length === 0 ? {} : { relaxed: [...relaxed] };
  return {
    key: key ?? null,
    accepted: all.length === 0,
    problems: all,
    diagnostics: [...diagnostics],
    ...own,
  };
}

/** Serves the skill before it resolves. */
export async function submit(body: string, options: SubmissionOptions): Promise<StoredSubmission> {
  const { live, logger } = options;
  const reviewed = await review(body, options);
  const submission = acceptedSubmission(reviewed);
  const { key, takenOut } = submission;
  const directory = await storeSubmission(targetOf(live), submission, logger, (requests) =>
    live.read(requests),
  );
  await live.refresh({ directory });
  logger.info(`Added the skill ${key}.`);
  const { relaxed } = reviewed;
  return {
    key,
    ...(takenOut.length > 0 && { taken_out: [...takenOut] }),
    ...(relaxed.length > 0 && { relaxed: [...relaxed] }),
  };
}

/** Skills of all layers; location of the uppermost folder. Throws `submissions_off` without folder. */
function targetOf(live: LiveRegistry): RegistrySnapshot {
  const folder = live.layers.find(({ isAdded }) => !isAdded);
  if (folder === undefined) throw new ApiError('submissions_off', NO_FOLDER);
  return { ...live.snapshot(), location: folder.location };
}

/** Throws `bad_request`, `check_unfinished`. */
async function review(body: string, { live, checker }: SubmissionOptions): Promise<SubmissionReview> {
  const { location } = targetOf(live);
  const [reading] = await live.read([rulesRequest(location.root)]);
  const { rules } = rulesFrom(reading);
  try {
    const reviewed = await checker.review(body, { now: new Date(), rules });
    if (reviewed === undefined) throw new ApiError('bad_request', 'The request body is not JSON.');
    return reviewed;
  } catch (error) {
    if (error instanceof CheckUnfinishedError) throw new ApiError('check_unfinished', error.message);
    throw error;
  }
}
