/** Reads and removes `mcp -r <folder>` in the words by which a client starts our server. */
import { isJsonObject, type JsonObject } from '../contract/api.ts';

const OPTION_NAMES = ['-r', '--registry'];

/** Returns the registry of the last option, which counts in the program, too. */
export function registryOf(words: readonly string[]): string | undefined {
  return optionsIn(words).at(-1)?.folder;
}

/**
 * Returns what `SKILLS_REGISTRY` names. Clients pass a placeholder such as `${…}` if the user chose no
 * folder.
 */
export function registryOfEnvironment({ env, environment, envs }: JsonObject): string | undefined {
  const [folder] = [env, environment, envs].flatMap((each) =>
    isJsonObject(each) ? each['SKILLS_REGISTRY'] : [],
  );
  return typeof folder === 'string' && folder !== '' && !folder.startsWith('${') ? folder : undefined;
}

export function withoutRegistry(words: readonly string[]): readonly string[] {
  return optionsIn(words).reduceRight<readonly string[]>(
    (left, { at, length }) => left.toSpliced(at, length),
    words,
  );
}

interface Found {
  readonly at: number;
  readonly length: number;
  readonly folder: string;
}

/** Finds the options behind `mcp`: the words before it belong to Node and the script. */
function optionsIn(words: readonly string[]): readonly Found[] {
  const found: Found[] = [];
  const mcp = words.indexOf('mcp');
  for (let at = mcp === -1 ? words.length : mcp + 1; at < words.length; ) {
    const one = optionAt(words, at);
    if (one !== undefined) found.push(one);
    at += one?.length ?? 1;
  }
  return found;
}

function optionAt(words: readonly string[], at: number): Found | undefined {
  const [word = '', next] = words.slice(at, at + 2);
  if (OPTION_NAMES.includes(word)) return next === undefined ? undefined : { at, length: 2, folder: next };
  const [, folder] = /^(?:--registry=|-r(?=[^-]))(.+)$/s.exec(word) ?? [];
  return folder === undefined ? undefined : { at, length: 1, folder };
}
