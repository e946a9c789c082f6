/**
 * Objects that look like Electron's and refuse everything else: a member, event, option or argument that Electron's types
 * don't allow, or that the stand-in doesn't implement, is a violation. A violation fails the test even where the app
 * swallows the error.
 */
import { createElectronTypes, type ElectronDeclarations } from './electron-types.ts';

export class StandInError extends Error {
  override readonly name = 'StandInError';
}

/** Asked by Node and by promises of any object; never part of an API. */
const ASKED_BY_NODE = new Set([
  'then',
  'toJSON',
  'inspect',
  'constructor',
  '__esModule',
  'default',
  'domain',
]);
const LISTENING = new Set(['on', 'once', 'addListener', 'prependListener', 'off', 'removeListener']);

type Constructor = new (...given: never[]) => object;
type Method = (...given: unknown[]) => unknown;

export interface Strictness {
  readonly version: string;
  /** Reports the violation and gives the error to throw. */
  violation(message: string): StandInError;
  /** `target`, seen through Electron's type `name`. */
  object<T extends object>(name: string, target: T, events?: readonly string[]): T;
  /** A class whose constructor and static methods take what Electron's take. */
  class<T extends Constructor>(name: string, target: T): T;
  /** Refuses keys of an options object that the stand-in doesn't implement. */
  options(name: string, given: object | undefined, implemented: readonly string[]): void;
  /** The whole module. */
  module<T extends object>(exports: T): T;
}

export function createStrictness(
  declarations: ElectronDeclarations,
  report: (message: string) => void,
): Strictness {
  const classes = new WeakMap<object, string>();
  const types = createElectronTypes(declarations, (value) => classes.get(value));
  const { version } = types;

  function violation(message: string): StandInError {
    const error = new StandInError(`electron stand-in: ${message}`);
    report(error.stack ?? error.message);
    return error;
  }

  function missing(name: string, member: string): StandInError {
    return types.hasMember(name, member)
      ? violation(`${name}.${member} exists in Electron ${version} but the stand-in does not implement it`)
      : violation(`Electron ${version} has no ${name}.${member}`);
  }

  function refuse(problem: string | undefined, where: string): void {
    if (problem !== undefined)
      throw violation(`Electron ${version} does not take this in ${where}: ${problem}`);
  }

  /** `method`, taking only what Electron's would take. */
  function checked(name: string, member: string, method: Method): Method {
    return function (this: unknown, ...given) {
      refuse(types.callProblem(name, member, given), `${name}.${member}`);
      return Reflect.apply(method, this, given);
    };
  }

  function checkListener(name: string, events: readonly string[], event: unknown, listener: unknown): void {
    if (typeof listener !== 'function') throw violation(`a listener of ${name} is no function`);
    if (!types.hasEvent(name, String(event)))
      throw violation(`Electron ${version} has no event '${String(event)}' on ${name}`);
    if (!events.includes(String(event)))
      throw violation(`event '${String(event)}' of ${name} is never emitted by the stand-in`);
  }

  return {
    version,
    violation,
    object(name, target, events = []) {
      for (const member of Object.keys(target))
        if (!member.startsWith('_') && !types.hasMember(name, member))
          throw new Error(`The stand-in invented ${name}.${member}.`);
      for (const event of events)
        if (!types.hasEvent(name, event))
          throw new Error(`The stand-in invented the event ${name} '${event}'.`);
      const seen = new Proxy(target, {
        get(object, member, receiver) {
          if (typeof member === 'symbol' || member.startsWith('_') || ASKED_BY_NODE.has(member))
            return Reflect.get(object, member, receiver);
          if (!(member in object)) throw missing(name, member);
          const value: unknown = Reflect.get(object, member, receiver);
          if (typeof value !== 'function') return value;
          if (!LISTENING.has(member)) return checked(name, member, value as Method);
          return (event: unknown, listener: unknown) => {
            checkListener(name, events, event, listener);
            value.call(object, event, listener);
            return receiver;
          };
        },
        set(object, member, value) {
          if (typeof member === 'string' && !member.startsWith('_') && !(member in object))
            throw missing(name, member);
          if (typeof member === 'string') refuse(types.setProblem(name, member, value), name);
          return Reflect.set(object, member, value);
        },
      });
      classes.set(target, name).set(seen, name);
      return seen;
    },
    class(name, target) {
      return new Proxy(target, {
        construct(Class, given, newTarget) {
          refuse(types.callProblem(name, 'constructor', given), `new ${name}`);
          return Reflect.construct(Class, given, newTarget);
        },
        get(Class, member, receiver) {
          const value: unknown = Reflect.get(Class, member, receiver);
          if (typeof member === 'symbol' || ASKED_BY_NODE.has(member)) return value;
          if (!(member in Class)) throw missing(name, member);
          return typeof value === 'function' ? checked(name, member, value as Method) : value;
        },
      });
    },
    options(name, given, implemented) {
      for (const key of Object.keys(given ?? {})) if (!implemented.includes(key)) throw missing(name, key);
    },
    module(exports) {
      // Renderer-only exports are undefined in a real main process too.
      const quiet = new Set([...ASKED_BY_NODE, 'ipcRenderer', 'contextBridge', 'webFrame']);
      return new Proxy(exports, {
        get(object, name, receiver) {
          if (typeof name === 'symbol' || name in object || quiet.has(name))
            return Reflect.get(object, name, receiver);
          throw types.hasExport(name)
            ? violation(
                `electron.${name} exists in Electron ${version} but the stand-in does not implement it`,
              )
            : violation(`Electron ${version} has no export ${name}`);
        },
      });
    },
  };
}
