import { ApiError, NO_WRITES_OF_REPLICAS } from '../../contract/errors.ts';
import type { ServiceQueries } from '../../contract/queries.ts';
import { submissionSchema } from '../../contract/schemas/files.ts';
import { submissionQuery } from '../../contract/schemas/queries.ts';
import { submissionCheck, submissionStored } from '../../contract/schemas/status.ts';
import { assertReadable, BODY_ERRORS, defineRoute, type Route, readBody } from '../route.ts';

const SUBMISSIONS_OFF =
  'Submissions are turned off: this registry is read-only. Start the service with --allow-submit, or turn them on in the settings of the app.';

export interface SubmitOptions {
  readonly allowSubmit?: boolean;
  readonly isReplica?: boolean;
}

/** Returns the route that takes submissions. It answers when the skill is served; `check=1` only reports. */
export function submitRoute(
  queries: ServiceQueries,
  { allowSubmit = false, isReplica = false }: SubmitOptions,
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
          'Stored; `Location` says where it is, `taken_out` what of skill.json was not its author’s to say, `withheld` why agents don’t get it.',
        schema: submissionStored,
      },
    },
    errors: [
      ...BODY_ERRORS,
      'bad_query',
      'submissions_off',
      'skill_exists',
      'registry_full',
      'skill_invalid',
    ],
    async handle({ request, response, query, record }) {
      if (!allowSubmit) throw new ApiError('submissions_off', SUBMISSIONS_OFF);
      if (isReplica) throw new ApiError('submissions_off', NO_WRITES_OF_REPLICAS);
      assertReadable(queries);
      const text = await readBody({ request });
      if (query.check === '1') return queries.checkSubmission(text);
      const stored = await queries.submit(text);
      record({ target: stored.key, skillKey: stored.key });
      response.status(201).set('Location', `/v1/skills/${stored.key}`);
      return stored;
    },
  });
}
