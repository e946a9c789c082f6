import type { Request, Response } from 'express';
import type { ActivityEvent } from '../contract/api/activity.ts';

/** For the activity list. */
export type ActivityDetails = Partial<Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>>;

/** Other methods get 405; `HEAD` belongs to `GET`. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly recordsItself?: true;
  /** Fails with `ApiError`. */
  readonly handle: (
    request: Request,
    response: Response,
    record: (activity: ActivityDetails) => void,
  ) => void | Promise<void>;
}

/** Joins segments of `*name`. */
export function pathParameter(request: Request, name: string): string {
  const value: unknown = request.params[name];
  return Array.isArray(value) ? value.join('/') : String(value ?? '');
}
