import { changesOf } from './changelog.mjs';

const SYSTEMS = { darwin: 'macOS', win32: 'Windows' };

/**
 * Formats the release notes. `signing` has the reports of package.mjs; `repository` is `owner/name` if
 * provenance is published.
 *
 * @param {{
 *   version: string,
 *   changelog: string,
 *   signing: ReadonlyArray<{ platform: string, arch: string, isSigned: boolean }>,
 *   repository?: string | undefined,
 * }} release
 */
export function releaseNotes({ version, changelog, signing, repository }) {
  return [
    changesOf(changelog, version),
    `## Signatures\n\n${signatures(signing)}`,
    `## Checking what you downloaded\n\n\`sha256sum --check --ignore-missing SHA256SUMS\` says whether a file is whole.${
      repository === undefined
        ? ''
        : ` \`gh attestation verify <file> --repo ${repository}\` says that it was built there, from this tag.`
    }`,
  ].join('\n\n');
}

function signatures(signing) {
  const named = signing
    .filter(({ platform }) => platform in SYSTEMS)
    .map(({ platform, arch, isSigned }) => ({ name: `${SYSTEMS[platform]} (${arch})`, isSigned }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const list = (isSigned) => named.filter((build) => build.isSigned === isSigned).map(({ name }) => name);
  const [signed, unsigned] = [list(true), list(false)];
  return [
    ...(signed.length > 0 ? [`Signed: ${signed.join(', ')}.`] : []),
    ...(unsigned.length > 0
      ? [
          `Not signed: ${unsigned.join(', ')}. The system warns before the first start; docs/releasing.md says what it shows.`,
        ]
      : []),
  ].join(' ');
}
