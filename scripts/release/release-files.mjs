const SYSTEMS = [
  { os: 'mac', formats: ['dmg', 'zip'], arches: { x64: 'x64', arm64: 'arm64' } },
  { os: 'win', formats: ['exe'], arches: { x64: 'x64', arm64: 'arm64' } },
  { os: 'linux', formats: ['AppImage'], arches: { x64: 'x86_64', arm64: 'arm64' } },
  { os: 'linux', formats: ['deb'], arches: { x64: 'amd64', arm64: 'arm64' } },
];
const OS = { darwin: 'mac', win32: 'win', linux: 'linux' };

/** As in electron-builder.yml. */
export function installerNames(version, platform, arch) {
  return SYSTEMS.filter(({ os }) => platform === undefined || os === OS[platform]).flatMap(
    ({ os, formats, arches }) =>
      Object.entries(arches)
        .filter(([name]) => arch === undefined || name === arch)
        .flatMap(([, word]) => formats.map((format) => `skills-registry-${version}-${os}-${word}.${format}`)),
  );
}

/** Without the checksum list. */
export function releaseNames(version) {
  return [...installerNames(version), `skills-registry-${version}.tgz`, 'skills-registry.mcpb'].sort();
}

export function fileObjections(found, version) {
  const wanted = releaseNames(version);
  return [
    ...wanted.filter((name) => !found.includes(name)).map((name) => `${name} is missing`),
    ...found.filter((name) => !wanted.includes(name)).map((name) => `${name} is no part of a release`),
  ];
}

/**
 * Formats the checksum list for `sha256sum --check`.
 * @param {ReadonlyArray<readonly [name: string, sha256: string]>} sums
 */
export function checksumText(sums) {
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');
}
