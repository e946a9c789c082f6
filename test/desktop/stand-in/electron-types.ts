/** What Electron has, as its own `electron.d.ts` says: members, events and what they take. */
import { type KnownTypes, mismatch, type Shape } from './shape.ts';

export interface Param {
  readonly name: string;
  readonly shape: Shape;
  readonly isRest: boolean;
}
/** One way to call a method. */
export type Call = readonly Param[];

/** A class or interface, without what it inherits. */
export interface DeclaredType {
  readonly isClass: boolean;
  readonly bases: readonly string[];
  readonly properties: Readonly<Record<string, Shape>>;
  readonly calls: Readonly<Record<string, readonly Call[]>>;
  readonly events: readonly string[];
}

/** Made by parse-electron-types.ts; plain data. */
export interface ElectronDeclarations {
  /** Of the npm package, such as 45.4.1. */
  readonly version: string;
  readonly types: Readonly<Record<string, DeclaredType>>;
  /** What `require('electron')` has, in whatever process. */
  readonly exports: readonly string[];
}

export interface ElectronTypes {
  readonly version: string;
  hasMember(type: string, member: string): boolean;
  hasEvent(type: string, event: string): boolean;
  hasExport(name: string): boolean;
  /** What Electron would not take, or undefined; `constructor` is a member as well. */
  callProblem(type: string, member: string, given: readonly unknown[]): string | undefined;
  /** The same of a value that a property is set to. */
  setProblem(type: string, property: string, value: unknown): string | undefined;
}

/** @param classOf the class of an object that the stand-in made */
export function createElectronTypes(
  { version, types, exports }: ElectronDeclarations,
  classOf: (value: object) => string | undefined,
): ElectronTypes {
  const declared = new Map(Object.entries(types));
  const calls = new Map([...declared].map(([name, type]) => [name, new Map(Object.entries(type.calls))]));
  const properties = new Map<string, Map<string, Shape>>();

  function lineage(name: string): string[] {
    const type = declared.get(name);
    return type === undefined ? [] : [name, ...type.bases.flatMap(lineage)];
  }

  function propertiesOf(name: string): ReadonlyMap<string, Shape> {
    const cached = properties.get(name);
    if (cached !== undefined) return cached;
    const own = lineage(name)
      .reverse()
      .flatMap((one) => Object.entries(declared.get(one)?.properties ?? {}));
    const found = new Map(own);
    properties.set(name, found);
    return found;
  }

  /** Where a type says nothing of a member, its bases do. */
  const callsOf = (name: string, member: string): readonly Call[] =>
    lineage(name)
      .map((one) => calls.get(one)?.get(member))
      .find((ways) => ways !== undefined) ?? [];

  const known: KnownTypes = {
    lineage,
    isClass: (name) => declared.get(name)?.isClass ?? false,
    properties: propertiesOf,
    classOf,
  };

  /** Throws for a name that only the stand-in knows. */
  function check(name: string): void {
    if (!declared.has(name)) throw new Error(`electron.d.ts has no ${name}`);
  }

  return {
    version,
    hasMember(name, member) {
      check(name);
      return callsOf(name, member).length > 0 || propertiesOf(name).has(member);
    },
    hasEvent(name, event) {
      check(name);
      return lineage(name).some((one) => declared.get(one)?.events.includes(event));
    },
    hasExport: (name) => exports.includes(name),
    callProblem(name, member, given) {
      const problems = callsOf(name, member).map((call) => callProblem(call, given, known));
      if (problems.length === 0 || problems.includes(undefined)) return undefined;
      const count = (call: Call) => Math.abs(call.length - given.length);
      const [nearest = []] = [...callsOf(name, member)].sort((a, b) => count(a) - count(b));
      return callProblem(nearest, given, known);
    },
    setProblem(name, property, value) {
      const shape = propertiesOf(name).get(property);
      return shape === undefined ? undefined : mismatch(value, shape, property, known);
    },
  };
}

function callProblem(call: Call, given: readonly unknown[], known: KnownTypes): string | undefined {
  if (given.length > call.length && !call.at(-1)?.isRest)
    return `${given.length} arguments where there are ${call.length} at most`;
  return call
    .filter(({ isRest }) => !isRest)
    .map(({ name, shape }, index) => mismatch(given[index], shape, name, known))
    .find((problem) => problem !== undefined);
}
