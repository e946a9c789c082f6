import { repositoryOf } from '../../repository-address.ts';
import { textAt } from '../values.ts';

/** From the text of `node_modules/<name>/package.json`; undefined for another version. */
export function npmRepositoryOf(text: string, version: string | null): string | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (version !== null && textAt(manifest, 'version') !== version) return undefined;
  const address = textAt(manifest, 'repository', 'url') ?? textAt(manifest, 'repository');
  // npm reads a bare `owner/name` as a GitHub repository.
  const isBare = address !== undefined && /^[\w.-]+\/[\w.-]+$/.test(address);
  return address === undefined ? undefined : repositoryOf(isBare ? `github:${address}` : address);
}
