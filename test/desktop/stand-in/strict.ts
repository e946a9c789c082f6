/**
 * Objects that look like Electron's and refuse everything else: a member, event or option that Electron's types don't
 * know, or that the stand-in doesn't implement, is a violation. A violation fails the test even where the app swallows
 * the error.
 */
import type { ElectronTypes } from './electron-types.ts';

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

export interface Strictness {
  readonly version: string;
  /** Reports the violation and gives the error to throw. */
  violation(message: string): StandInError;
  /** `target`, seen through Electron's type `name`. */
  object<T extends object>(name: string, target: T, events?: readonly string[]): T;
  /** Refuses a word that Electron doesn't know for this property. */
  word(name: string, property: string, given: string | undefined): void;
  /** Refuses keys of an options object that the stand-in doesn't implement. */
  options(name: string, given: object | undefined, implemented: readonly string[]): void;
  /** The whole module. */
  module<T extends object>(exports: T): T;
}

export function createStrictness(types: ElectronTypes, report: (message: string) => void): Strictness {
  const { version } = types;

  function violation(message: string): StandInError {
    const error = new StandInError(`electron stand-in: ${message}`);
    report(error.stack ?? error.message);
    return error;
  }

  function missing(name: string, member: string): StandInError {
    return types.type(name).members.has(member)
      ? violation(`${name}.${member} exists in Electron ${version} but the stand-in does not implement it`)
      : violation(`Electron ${version} has no ${name}.${member}`);
  }

  function checkListener(name: string, events: readonly string[], event: unknown): void {
    if (!types.type(name).events.has(String(event)))
      throw violation(`Electron ${version} has no event '${String(event)}' on ${name}`);
    if (!events.includes(String(event)))
      throw violation(`event '${String(event)}' of ${name} is never emitted by the stand-in`);
  }

  return {
    version,
    violation,
    object(name, target, events = []) {
      const type = types.type(name);
      for (const member of Object.keys(target))
        if (!member.startsWith('_') && !type.members.has(member))
          throw new Error(`The stand-in invented ${name}.${member}.`);
      for (const event of events)
        if (!type.events.has(event)) throw new Error(`The stand-in invented the event ${name} '${event}'.`);
      return new Proxy(target, {
        get(object, member, receiver) {
          if (typeof member === 'symbol' || member.startsWith('_') || ASKED_BY_NODE.has(member))
            return Reflect.get(object, member, receiver);
          if (!(member in object)) throw missing(name, member);
          const value: unknown = Reflect.get(object, member, receiver);
          if (!LISTENING.has(member) || typeof value !== 'function') return value;
          return (event: unknown, listener: unknown) => {
            checkListener(name, events, event);
            value.call(object, event, listener);
            return receiver;
          };
        },
        set(object, member, value) {
          if (typeof member === 'string' && !member.startsWith('_') && !(member in object))
            throw missing(name, member);
          return Reflect.set(object, member, value);
        },
      });
    },
    word(name, property, given) {
      if (given !== undefined && !types.values(name, property).has(given))
        throw violation(`Electron ${version} knows no ${property} '${given}' of ${name}`);
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
