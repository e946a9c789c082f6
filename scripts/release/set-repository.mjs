/**
 * Writes into package.json where this is hosted, for what is built from it: the deb wants a home page, npm's provenance the
 * repository, `npm bugs` where to report, the notice of new versions an address to ask. package.json itself has placeholders at
 * a host that can't exist: a copy would send its users to somebody else's. Only placeholders are replaced, and only in a
 * workflow's checkout, which is thrown away.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether a field of package.json names no place: it is absent, or at the reserved host. */
export function isPlaceholder(field) {
  return field === undefined || /\/\/skills-registry\.invalid(?:\/|"|$)/.test(JSON.stringify(field));
}

/**
 * Pure.
 *
 * @param {Record<string, unknown>} manifest
 * @param {Record<string, string | undefined>} env a workflow's environment
 * @returns {Record<string, unknown>}
 */
export function withRepository(manifest, { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  if (!server || !repository) return manifest;
  const address = `${server}/${repository}`;
  const places = {
    homepage: address,
    repository: { type: 'git', url: `git+${address}.git` },
    bugs: `${address}/issues`,
  };
  const filled = Object.entries(places).filter(([field]) => isPlaceholder(manifest[field]));
  return { ...manifest, ...Object.fromEntries(filled) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  const manifest = withRepository(JSON.parse(readFileSync(file, 'utf8')), process.env);
  if (process.env.GITHUB_ACTIONS === 'true')
    writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
  console.log(`Repository: ${manifest.repository?.url ?? manifest.repository ?? 'none'}.`);
}
