/**
 * Fills the repository into package.json for builds: the home page of the deb, npm's provenance and `npm bugs`. The
 * placeholders keep forks from sending users to another project. It writes only in a workflow's checkout.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether a field is absent, or at the placeholder's host. */
export function isPlaceholder(field) {
  return field === undefined || /\/\/skills-registry\.invalid(?:\/|"|$)/.test(JSON.stringify(field));
}

/**
 * Returns the manifest with the repository of the workflow.
 * @param {Record<string, unknown>} manifest
 * @param {Record<string, string | undefined>} env the environment of a workflow
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
