/** What Electron has, read from its own `electron.d.ts`: members, events and option keys of a class or interface. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ElectronType {
  readonly members: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
}

export interface ElectronTypes {
  /** Of the npm package, such as 45.4.1. */
  readonly version: string;
  /** Throws where Electron has no such class or interface. */
  type(name: string): ElectronType;
  /** The words that a property may hold, where it is a union of such; throws where it isn't. */
  values(name: string, property: string): ReadonlySet<string>;
  hasExport(name: string): boolean;
}

/** @param packageFolder node_modules/electron; its binary is not needed */
export function readElectronTypes(packageFolder: string): ElectronTypes {
  const declarations = readFileSync(join(packageFolder, 'electron.d.ts'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const known = new Map<string, ElectronType>();

  function type(name: string): ElectronType {
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const found = new RegExp(
      `^  (?:class|interface) ${name}(?: extends ([\\w.<>, ]+))? \\{\\n([\\s\\S]*?)^  \\}`,
      'm',
    ).exec(declarations);
    const body = found?.[2];
    if (body === undefined) throw new Error(`electron.d.ts has no ${name}`);
    const members = new Set(matches(body, /^ {4}(?:static |readonly |get |set )*(\w+)\??[(:<]/gm));
    const events = new Set(matches(body, /^ {4}on\(event: '([\w-]+)'/gm));
    for (const base of (found?.[1] ?? '').split(',').map((text) => text.trim().replace(/^Electron\./, ''))) {
      if (!/^\w+$/.test(base) || !new RegExp(`^  (?:class|interface) ${base}\\b`, 'm').test(declarations))
        continue;
      for (const member of type(base).members) members.add(member);
      for (const event of type(base).events) events.add(event);
    }
    const result = { members, events };
    known.set(name, result);
    return result;
  }

  function values(name: string, property: string): ReadonlySet<string> {
    const body = new RegExp(`^  (?:class|interface) ${name}\\b[^\n]*\\{\n([\\s\\S]*?)^  \\}`, 'm').exec(
      declarations,
    )?.[1];
    const union = new RegExp(`^ {4}${property}\\??: \\(([^)]*)\\)`, 'm').exec(body ?? '')?.[1];
    if (union === undefined) throw new Error(`electron.d.ts has no words for ${name}.${property}`);
    return new Set(matches(union, /'([^']+)'/g));
  }

  return {
    version,
    type,
    values,
    hasExport: (name) => new RegExp(`^ {2,4}(?:const|class) ${name}\\b`, 'm').test(declarations),
  };
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}
