import type { Request, Response } from 'express';
import type { ActivityEvent } from '../contract/api/activity.ts';

/** What a handler tells of an answer for the activity list. */
export type Told = Partial<Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>>;

/** One path of the interface. Every method that isn't named is answered with 405; `HEAD` goes with `GET`. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Express's pattern. */
  readonly path: string;
  /** The handler reports to the activity list by itself, in its own words. */
  readonly recordsItself?: true;
  /** Throws `ApiError`, or rejects with one, for every answer that isn't a success. */
  readonly handle: (request: Request, response: Response, tell: (told: Told) => void) => void | Promise<void>;
}

/** A path parameter as text; `*name` parameters arrive as their segments. */
export function pathParameter(request: Request, name: string): string {
  const value: unknown = request.params[name];
  return Array.isArray(value) ? value.join('/') : String(value ?? '');
}
