import type { Request, Response } from 'express';
import type { ActivityEvent } from '../contract/api/activity.ts';

/** Details for the activity list. */
export type Told = Partial<Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>>;

/** A path and method. Other methods get 405; `HEAD` goes with `GET`. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Express pattern. */
  readonly path: string;
  /** The handler reports to the activity list itself. */
  readonly recordsItself?: true;
  /** Throws or rejects with `ApiError` for failures. */
  readonly handle: (request: Request, response: Response, tell: (told: Told) => void) => void | Promise<void>;
}

/** Path parameter as text; segments of `*name` are joined. */
export function pathParameter(request: Request, name: string): string {
  const value: unknown = request.params[name];
  return Array.isArray(value) ? value.join('/') : String(value ?? '');
}
