import { ApiError } from '../../contract/error-codes.ts';
import type { Route } from '../route.ts';

/** `POST /v1/skills`: the registry is read-only. */
export function submitRoute(): Route {
  return {
    method: 'POST',
    path: '/v1/skills',
    handle() {
      throw new ApiError('submissions_off', 'Submissions are turned off. This registry is read-only.');
    },
  };
}
