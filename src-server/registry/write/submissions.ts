import type { StoredSubmission, SubmissionCheck } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import type { Logger } from '../../contract/service/logger.ts';
import { loadTokenCounter } from '../../tokens/count-tokens.ts';
import { SPECIFICATION } from '../../validation/registry-rules.ts';
import type { SubmissionReview } from '../../validation/submission-review.ts';
import type { Registry } from '../registry.ts';
import { acceptedSubmission, reviewSubmissionText } from './check-submission.ts';
import { existsAlready, isFull, REGISTRY_FULL, storeSubmission, takenKey } from './store-submission.ts';

const NO_FOLDER =
  'Registries that were added by address are read-only, and no other registry is served. Serve a folder, too, to take submissions.';

/** Into the uppermost folder. */
export class Submissions {
  readonly #registry: Registry;
  readonly #logger: Logger;

  constructor(registry: Registry, logger: Logger) {
    this.#registry = registry;
    this.#logger = logger;
  }

  async check(body: string): Promise<SubmissionCheck> {
    const { key, problems, diagnostics, relaxed } = await this.#review(body);
    const { skills } = this.#registry.snapshot();
    const isTaken = key !== undefined && takenKey(skills, key) !== undefined;
    const all = [
      ...(isTaken ? [existsAlready(key)] : []),
      ...(isFull(skills) ? [REGISTRY_FULL] : []),
      ...problems,
    ];
    return {
      key: key ?? null,
      accepted: all.length === 0,
      problems: all,
      diagnostics,
      ...(relaxed.length > 0 && { relaxed }),
    };
  }

  /** The skill is served when it resolves. */
  async submit(body: string): Promise<StoredSubmission> {
    const reviewed = await this.#review(body);
    const submission = acceptedSubmission(reviewed);
    const { key, takenOut } = submission;
    const { location } = this.#target();
    const { skills } = this.#registry.snapshot();
    await storeSubmission({ location, skills }, submission, this.#logger);
    await this.#registry.rescan();
    this.#logger.info(`Added the skill ${key}.`);
    const { relaxed } = reviewed;
    return {
      key,
      ...(takenOut.length > 0 && { taken_out: takenOut }),
      ...(relaxed.length > 0 && { relaxed }),
    };
  }

  /** Throws `submissions_off` without a folder. */
  #target() {
    const { layers } = this.#registry.snapshot();
    const state = layers.find(({ isAdded }) => !isAdded)?.state;
    if (state === undefined) throw new ApiError('submissions_off', NO_FOLDER);
    return state;
  }

  /** By rules.json as it is now. */
  async #review(body: string): Promise<SubmissionReview> {
    await this.#registry.rescan();
    const { rules } = this.#target();
    const reviewed = reviewSubmissionText(body, {
      now: new Date(),
      rules: rules?.rules ?? SPECIFICATION,
      countTokens: await loadTokenCounter(),
    });
    if (reviewed === undefined) throw new ApiError('bad_request', 'The request body is not JSON.');
    return reviewed;
  }
}
