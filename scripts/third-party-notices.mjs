/** Bundled packages' licences require dist/third-party-notices.txt. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root with trailing slash
 * @param {ReadonlyArray<{ inputs: Record<string, unknown> }>} metafiles of all targets
 */
export function writeThirdPartyNotices(root, metafiles) {
  const folders = new Set();
  for (const { inputs } of metafiles) {
    for (const file of Object.keys(inputs)) {
      const match = /^(?:[\w-]+:)?(?:.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
      if (match?.[1] !== undefined) folders.add(match[1]);
    }
  }
  const notices = [...folders].sort().map((folder) => notice(root, folder));
  mkdirSync(`${root}dist`, { recursive: true });
  writeFileSync(`${root}dist/third-party-notices.txt`, notices.join('\n\n'));
}

function notice(root, folder) {
  const manifestFile = join(root, folder, 'package.json');
  if (!existsSync(manifestFile)) return folder;
  const { name, version, license } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const licenceFile = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
  const text =
    licenceFile === undefined ? '' : `\n\n${readFileSync(join(root, folder, licenceFile), 'utf8').trim()}`;
  return `${'='.repeat(80)}\n${name} ${version} (${license})${text}`;
}
