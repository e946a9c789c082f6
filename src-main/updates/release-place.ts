/** Release feed from package.json. */

export interface ReleasePlace {
  /** On a fixed host. */
  readonly api: string;
  /** For people. */
  readonly page: string;
}

/** `owner` and `name` as GitHub allows, without path tricks. */
const REPOSITORY =
  /^(?:git\+)?https:\/\/github\.com\/(?<owner>[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/(?<name>[A-Za-z0-9._-]{1,100}?)(?:\.git)?\/?$/;

/** @param manifest content of package.json */
export function releasePlace(manifest: unknown): ReleasePlace | undefined {
  const { owner, name } = REPOSITORY.exec(repositoryUrl(manifest))?.groups ?? {};
  if (owner === undefined || name === undefined || /^\.+$/.test(name)) return undefined;
  return {
    api: `https://api.github.com/repos/${owner}/${name}/releases/latest`,
    page: `https://github.com/${owner}/${name}/releases`,
  };
}

/** A string, or an object with `url`. */
function repositoryUrl(manifest: unknown): string {
  const repository = fieldOf(manifest, 'repository');
  const url = typeof repository === 'string' ? repository : fieldOf(repository, 'url');
  return typeof url === 'string' ? url : '';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
