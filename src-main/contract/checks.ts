/** Checks of data from outside: the requests of the page, and the settings file. */

/**
 * A check returns its first fault, such as `/port must be a whole number from 1 to 65535`, and undefined for a right
 * value. The type of right values follows from the check, by `Checked`.
 * @param at the path of the value, such as `/port`
 */
export interface Check<T> {
  (value: unknown, at: string): string | undefined;
  /** This member is never set: it carries the type. */
  readonly type?: T;
}

export type Checked<C> = C extends Check<infer T> ? T : never;

const must = (isRight: boolean, at: string, be: string) =>
  isRight ? undefined : `${at || 'the content'} must be ${be}`;

export const nothing: Check<null> = (value, at) => must(value === null, at, 'null');

export const flag: Check<boolean> = (value, at) => must(typeof value === 'boolean', at, 'true or false');

export function whole(least: number, most: number): Check<number> {
  return (value, at) => {
    const isRight = Number.isInteger(value) && least <= (value as number) && (value as number) <= most;
    return must(isRight, at, `a whole number from ${least} to ${most}`);
  };
}

export function text(most: number, { least = 1, like = /^/ } = {}): Check<string> {
  return (value, at) => {
    const isRight = typeof value === 'string' && least <= value.length && value.length <= most;
    return (
      must(isRight, at, `a text of ${least} to ${most} characters`) ??
      must(like.test(value as string), at, `like ${like.source}`)
    );
  };
}

export function oneOf<const T extends string | number | boolean>(...allowed: readonly T[]): Check<T> {
  return (value, at) => must(allowed.includes(value as T), at, allowed.join(' or '));
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, at) => (value === null ? undefined : check(value, at));
}

export function list<T>(check: Check<T>, most: number): Check<readonly T[]> {
  return (value, at) =>
    Array.isArray(value) && value.length <= most
      ? firstFault(value.keys(), (index) => check(value[index], `${at}/${index}`))
      : must(false, at, `a list of at most ${most}`);
}

type Fields = Readonly<Record<string, Check<unknown>>>;
type Shape<R extends Fields, O extends Fields> = {
  readonly [K in keyof R]: Checked<R[K]>;
} & { readonly [K in keyof O]?: Checked<O[K]> };

/** Checks an object. Other keys are faults, and so is `undefined` as a value. */
export function shape<R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional?: O,
): Check<Shape<R, O>> {
  const fields = new Map(Object.entries({ ...required, ...optional }));
  return (value, at) => {
    if (!isRecord(value)) return must(false, at, 'an object');
    const missing = Object.keys(required).find((key) => !Object.hasOwn(value, key));
    if (missing !== undefined) return `${at}/${missing} is missing`;
    return firstFault(Object.keys(value), (key) => {
      const check = fields.get(key);
      return check === undefined ? `${at}/${key} is unknown` : check(value[key], `${at}/${key}`);
    });
  };
}

/** Takes what one of the checks takes. If none does, the fault is the last check's. */
export function either<const C extends readonly Check<unknown>[]>(...checks: C): Check<Checked<C[number]>> {
  return (value, at) => {
    const faults = checks.map((check) => check(value, at));
    return faults.includes(undefined) ? undefined : faults.at(-1);
  };
}

function firstFault<T>(items: Iterable<T>, faultOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
