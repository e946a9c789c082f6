import { CountingRegex } from './counting-regex.ts';

/**
 * How much work a function does on texts and lists, as a number that is the same on every machine: characters that are
 * looked at, by whichever method of `String`; steps of regular expressions, with all that they take back; items of
 * lists and sets that are gone through. What is counted knows nothing of it: the methods themselves are replaced while
 * it runs.
 */
export function countSteps(work: () => void): number {
  return withMeter((meter) => {
    meter.steps = 0;
    meter.isOff = false;
    try {
      work();
    } finally {
      meter.isOff = true;
    }
    return meter.steps;
  });
}

/** For counting often: the methods are replaced once, which costs more than most of what is counted. */
export function countingOften(work: () => void): void {
  withMeter(work);
}

/** The one that is installed. */
let installed: Meter | undefined;

function withMeter<T>(work: (meter: Meter) => T): T {
  if (installed !== undefined) return work(installed);
  const meter: Meter = { steps: 0, isOff: true };
  const undo = [...patchTexts(meter), ...patchLists(meter), patchRegexes(meter)];
  installed = meter;
  try {
    return work(meter);
  } finally {
    installed = undefined;
    for (let index = undo.length - 1; index >= 0; index -= 1) undo[index]?.();
  }
}

interface Meter {
  steps: number;
  /** While the meter itself is at work. */
  isOff: boolean;
}

type Method = (this: unknown, ...given: unknown[]) => unknown;
/** What a call costs, told from what it was called on, with what, and what came of it. */
type Cost<On> = (on: On, given: readonly unknown[], result: unknown) => number;

function patch(target: object, name: PropertyKey, wrap: (original: Method) => Method): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  if (before === undefined) throw new Error(`There is no ${String(name)}.`);
  Object.defineProperty(target, name, { ...before, value: wrap(before.value as Method) });
  return () => Object.defineProperty(target, name, before);
}

function count<On>(meter: Meter, target: object, name: PropertyKey, cost: Cost<On>): () => void {
  return patch(
    target,
    name,
    (original) =>
      function counted(this: unknown, ...given: unknown[]): unknown {
        const result = Reflect.apply(original, this, given);
        if (!meter.isOff) {
          meter.isOff = true;
          meter.steps += 1 + cost(this as On, given, result);
          meter.isOff = false;
        }
        return result;
      },
  );
}

/** Counts an item each time a callback is asked about one. */
function countCalls(meter: Meter, name: PropertyKey): () => void {
  return patch(
    Array.prototype,
    name,
    (original) =>
      function counted(this: unknown, ...given: unknown[]): unknown {
        const [callback] = given;
        if (!meter.isOff && typeof callback === 'function')
          given[0] = function called(this: unknown, ...items: unknown[]): unknown {
            meter.steps += 1;
            return Reflect.apply(callback, this, items);
          };
        return Reflect.apply(original, this, given);
      },
  );
}

function patchTexts(meter: Meter): Array<() => void> {
  const of = (names: readonly PropertyKey[], cost: Cost<string>) =>
    names.map((name) => count(meter, String.prototype, name, cost));
  const whole: Cost<string> = (text) => text.length;
  return [
    ...of(['charAt', 'charCodeAt', 'codePointAt', 'at'], () => 0),
    // A part of a text is a view of it; only short ones are copied.
    ...of(['slice', 'substring'], (_text, _given, result) => Math.min(13, String(result).length)),
    ...of(['startsWith', 'endsWith'], (_text, [wanted]) => String(wanted).length),
    ...of(['trim', 'trimStart', 'trimEnd'], (text, _given, result) => text.length - String(result).length),
    ...of(['indexOf', 'includes'], (text, [wanted, from = 0], result) => {
      const place = typeof result === 'number' ? result : text.indexOf(String(wanted), Number(from));
      return (place < 0 ? text.length : place) - Math.min(Number(from), text.length) + String(wanted).length;
    }),
    ...of(['lastIndexOf'], (text, _given, result) => text.length - Number(result)),
    ...of(['split', 'replace', 'replaceAll', 'match', 'matchAll', 'search'], whole),
    ...of(['toLowerCase', 'toUpperCase', 'concat', Symbol.iterator], whole),
    ...of(['repeat', 'padStart', 'padEnd'], (_text, _given, result) => String(result).length),
    // Marks are put in order by insertion.
    ...of(['normalize'], (text) =>
      (text.match(/\p{M}+/gu) ?? []).reduce((sum, { length }) => sum + length * length, text.length),
    ),
  ];
}

function patchLists(meter: Meter): Array<() => void> {
  const whole: Cost<{ readonly length: number }> = ({ length }) => length;
  const size: Cost<{ readonly size: number }> = (collection) => collection.size;
  const result: Cost<unknown> = (_on, _given, made) => (Array.isArray(made) ? made.length : 1);
  const behind: Cost<{ readonly length: number }> = ({ length }, [start]) =>
    Math.max(0, length - (Number(start) < 0 ? length + Number(start) : Number(start)));
  return [
    ...['some', 'every', 'find', 'findIndex', 'filter', 'map', 'flatMap', 'forEach', 'reduce'].map((name) =>
      countCalls(meter, name),
    ),
    ...['includes', 'indexOf', 'join', 'reverse', 'sort', 'shift', 'unshift', Symbol.iterator].map((name) =>
      count(meter, Array.prototype, name, whole),
    ),
    ...['slice', 'concat'].map((name) => count(meter, Array.prototype, name, result)),
    count(meter, Array.prototype, 'splice', behind),
    ...['get', 'has', 'set'].map((name) => count(meter, Map.prototype, name, () => 0)),
    ...['keys', 'values', 'entries', Symbol.iterator].flatMap((name) => [
      count(meter, Set.prototype, name, size),
      count(meter, Map.prototype, name, size),
    ]),
  ];
}

/** By how they are written. */
const counting = new Map<string, CountingRegex>();

/** Everything that uses a regular expression comes to `exec`. */
function patchRegexes(meter: Meter): () => void {
  return patch(
    RegExp.prototype,
    'exec',
    (original) =>
      function exec(this: unknown, ...given: unknown[]): unknown {
        const pattern = this as RegExp;
        if (meter.isOff) return Reflect.apply(original, pattern, given);
        meter.isOff = true;
        const text = String(given[0]);
        const from = pattern.global || pattern.sticky ? pattern.lastIndex : 0;
        const name = String(pattern);
        const regex = counting.get(name) ?? new CountingRegex(pattern);
        counting.set(name, regex);
        const { steps, found } = regex.find(text, from);
        const result = Reflect.apply(original, pattern, given) as RegExpExecArray | null;
        meter.steps += 1 + steps;
        meter.isOff = false;
        if (result?.[0] !== found)
          throw new Error(`${name} was not followed right in ${JSON.stringify(text)}.`);
        return result;
      },
  );
}
