/**
 * Writes into package.json where this is hosted, for what is built from it: the deb wants a home page, npm's provenance the
 * repository, `npm bugs` where to report, the notice of new versions an address to ask. package.json itself names none: a copy
 * would send its users to somebody else's. Only where package.json names none itself, and only in a
 * workflow's checkout, which is thrown away.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Pure. @param {Record<string, string | undefined>} env a workflow's environment */
export function withRepository(manifest, { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  if (!server || !repository) return manifest;
  const address = `${server}/${repository}`;
  return {
    homepage: address,
    repository: { type: 'git', url: `git+${address}.git` },
    bugs: `${address}/issues`,
    ...manifest,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  const manifest = withRepository(JSON.parse(readFileSync(file, 'utf8')), process.env);
  if (process.env.GITHUB_ACTIONS === 'true')
    writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
  console.log(`Repository: ${manifest.repository?.url ?? manifest.repository ?? 'none'}.`);
}
