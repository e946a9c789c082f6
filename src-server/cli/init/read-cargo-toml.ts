import { parse as parseToml } from 'smol-toml';
import { type LibraryManifest, table } from './package-facts.ts';

const MAX_DEPTH = 100;

/**
 * Throws for invalid TOML.
 *
 * @param above Cargo.toml texts above, nearest first, perhaps a workspace
 */
export function readCargoToml(text: string, above: readonly string[]): LibraryManifest {
  const document = parse(text);
  const own = table(document['package']);
  const shared = table(table(workspaceOf([document, ...above.map(tolerantly)])?.['workspace'])['package']);
  const field = (name: string) => {
    const value = own[name];
    const isShared = value === undefined ? document['package'] === undefined : isInherited(value);
    return isShared && name !== 'name' ? shared[name] : value;
  };
  return {
    language: 'rust',
    name: field('name'),
    version: field('version'),
    sources: [field('repository')],
    pages: [field('homepage')],
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  return table(parseToml(text, { maxDepth: MAX_DEPTH }));
}

function tolerantly(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

function workspaceOf(documents: ReadonlyArray<Readonly<Record<string, unknown>>>) {
  return documents.find((document) => document['workspace'] !== undefined);
}

/** `version.workspace = true` */
function isInherited(value: unknown): boolean {
  return table(value)['workspace'] === true;
}
