import type { SubmissionCheck } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_SUBMISSION_BYTES } from '../../contract/api/limits.ts';
import type { Logger } from '../../contract/service/logger.ts';
import { rulesFrom, rulesRequest } from '../../registry/disk/read-rules.ts';
import {
  existsAlready,
  isFull,
  REGISTRY_FULL,
  storeSubmission,
  takenKey,
} from '../../registry/disk/store-submission.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import { acceptedSubmission } from '../../registry/model/check-submission.ts';
import type { RegistrySnapshot } from '../../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { CheckUnfinishedError } from '../../validation/skill-checker.ts';
import type { ReviewContext, SubmissionReview } from '../../validation/submission-review.ts';
import { submissionQuery } from '../query.ts';
import { notJson, readJsonText, requireJson, textParser } from '../read-json.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

export const SUBMISSIONS_OFF =
  'Submissions are turned off: this registry is read-only. Start the service with --allow-submit, or turn them on in the settings of the app.';

const NO_FOLDER =
  'Registries that were added by address are read-only, and no other registry is served. Serve a folder, too, to take submissions.';

export function submissionsOffRoute(reason: string): Route {
  return {
    method: 'POST',
    path: '/v1/skills',
    handle() {
      throw new ApiError('submissions_off', reason);
    },
  };
}

/** Serves the skill before answering. `check=1` only reports. */
export function submitRoute(served: ServedRegistry, logger: Logger): Route {
  // Loaded at start, as submissions are on.
  const parser = textParser(MAX_SUBMISSION_BYTES);
  parser.catch(() => undefined); // reported by the first submission
  return {
    method: 'POST',
    path: '/v1/skills',
    async handle(request, response, record) {
      served.live.snapshot();
      requireJson(request);
      const { check } = submissionQuery(request);
      const text = await readJsonText(await parser, request, response);
      const { location } = targetOf(served.live);
      const [reading] = await served.live.read([rulesRequest(location.root)]);
      const { rules } = rulesFrom(reading);
      const reviewed = await review(served, text, { now: new Date(), rules });
      if (check) {
        sendJson(response, describeReview(reviewed, targetOf(served.live)));
        return;
      }
      const submission = acceptedSubmission(reviewed);
      record({ target: submission.key, skillKey: submission.key });
      const target = targetOf(served.live);
      const { key, takenOut } = submission;
      const { relaxed } = reviewed;
      const about = {
        ...(takenOut.length > 0 && { taken_out: takenOut }),
        ...(relaxed.length > 0 && { relaxed }),
      };
      const directory = await storeSubmission(target, submission, logger, (requests) =>
        served.live.read(requests),
      );
      await served.live.refresh({ directory });
      logger.info(`Added the skill ${key}.`);
      response.setHeader('Location', `/v1/skills/${key}`);
      sendJson(response, { key, ...about }, 201);
    },
  };
}

/** Skills of all layers; location of the uppermost folder. Throws `submissions_off` without folder. */
function targetOf(live: LiveRegistry): RegistrySnapshot {
  const folder = live.layers.find(({ isAdded }) => !isAdded);
  if (folder === undefined) throw new ApiError('submissions_off', NO_FOLDER);
  return { ...live.snapshot(), location: folder.location };
}

/** Throws `bad_request`, `check_unfinished`. */
async function review(
  { checker }: ServedRegistry,
  text: string,
  context: ReviewContext,
): Promise<SubmissionReview> {
  try {
    const reviewed = await checker.review(text, context);
    if (reviewed === undefined) throw notJson();
    return reviewed;
  } catch (error) {
    if (error instanceof CheckUnfinishedError) throw new ApiError('check_unfinished', error.message);
    throw error;
  }
}

function describeReview(
  { key, problems, diagnostics, relaxed }: SubmissionReview,
  snapshot: RegistrySnapshot,
): SubmissionCheck {
  const isTaken = key !== undefined && takenKey(snapshot, key) !== undefined;
  const all = [
    ...(isTaken ? [existsAlready(key)] : []),
    ...(isFull(snapshot) ? [REGISTRY_FULL] : []),
    ...problems,
  ];
  const own = relaxed.length === 0 ? {} : { relaxed };
  return { key: key ?? null, accepted: all.length === 0, problems: all, diagnostics, ...own };
}
