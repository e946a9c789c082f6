/**
 * `SKILLS_REGISTRY_TOKEN_GIT_EXAMPLE_COM_8443`; a hyphen becomes `__`, since `git-example.com` must not get
 * the token of `git.example.com`.
 */
export function tokenVariable({ host }: Pick<URL, 'host'>): string {
  return `SKILLS_REGISTRY_TOKEN_${host
    .toUpperCase()
    .replace(/[^A-Z0-9-]+/g, '_')
    .replace(/^_|_$/g, '')
    .replaceAll('-', '__')}`;
}
