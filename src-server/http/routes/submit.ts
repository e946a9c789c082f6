import type { SubmissionCheck } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { LIMITS } from '../../contract/limits.ts';
import { submissionCheck, submissionStored } from '../../contract/schemas/diagnostics.ts';
import { submissionQuery } from '../../contract/schemas/queries.ts';
import { submissionSchema } from '../../contract/schemas/registry-files.ts';
import type { Logger } from '../../contract/service/logger.ts';
import { NO_WRITES_OF_REPLICAS } from '../../contract/service/no-writes-of-replicas.ts';
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
import { notJson, readJsonText } from '../read-body.ts';
import { BODY_ERRORS, defineRoute, type Route } from '../route.ts';
import { sendJson } from '../send.ts';

const SUBMISSIONS_OFF =
  'Submissions are turned off: this registry is read-only. Start the service with --allow-submit, or turn them on in the settings of the app.';

const NO_FOLDER =
  'Registries that were added by address are read-only, and no other registry is served. Serve a folder, too, to take submissions.';

export interface SubmitOptions {
  readonly allowSubmit?: boolean;
  readonly isReplica?: boolean;
  readonly logger: Logger;
}

/** Serves the skill before answering. `check=1` only reports. */
export function submitRoute(
  served: ServedRegistry,
  { allowSubmit = false, isReplica = false, logger }: SubmitOptions,
): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/skills',
    id: 'submitSkill',
    summary: 'Submit a skill',
    description: 'Turned off unless the service was started with `--allow-submit`. At most 1 MiB.',
    tag: 'skills',
    query: submissionQuery,
    body: submissionSchema,
    responses: {
      200: { description: 'With `check=1`: what would become of it.', schema: submissionCheck },
      201: {
        description:
          'Stored; `Location` says where it is, `taken_out` what of skill.json was not its author’s to say.',
        schema: submissionStored,
      },
    },
    errors: [
      ...BODY_ERRORS,
      'bad_query',
      'submissions_off',
      'busy',
      'skill_exists',
      'registry_full',
      'skill_invalid',
      'check_unfinished',
    ],
    async handle({ request, response, query, record }) {
      if (!allowSubmit) throw new ApiError('submissions_off', SUBMISSIONS_OFF);
      if (isReplica) throw new ApiError('submissions_off', NO_WRITES_OF_REPLICAS);
      served.live.snapshot();
      const isCheck = query().check === '1';
      const text = await readJsonText({ request, response }, LIMITS.bodyBytes);
      const { location } = targetOf(served.live);
      const [reading] = await served.live.read([rulesRequest(location.root)]);
      const { rules } = rulesFrom(reading);
      const reviewed = await review(served, text, { now: new Date(), rules });
      if (isCheck) {
        sendJson(response, describeReview(reviewed, targetOf(served.live)));
        return;
      }
      const submission = acceptedSubmission(reviewed);
      const { key, takenOut } = submission;
      record({ target: key, skillKey: key });
      const target = targetOf(served.live);
      const directory = await storeSubmission(target, submission, logger, (requests) =>
        served.live.read(requests),
      );
      await served.live.refresh({ directory });
      logger.info(`Added the skill ${key}.`);
      response.setHeader('Location', `/v1/skills/${key}`);
      const { relaxed } = reviewed;
      const stored = {
        key,
        ...(takenOut.length > 0 && { taken_out: takenOut }),
        ...(relaxed.length > 0 && { relaxed }),
      };
      sendJson(response, stored, 201);
    },
  });
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
