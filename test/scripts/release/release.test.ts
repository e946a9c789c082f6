import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../../package.json' with { type: 'json' };
import {
  checksumText,
  draftArguments,
  fileObjections,
  installerNames,
  releaseNames,
  releaseNotes,
  writeChecksums,
} from '../../../scripts/release/draft.mjs';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const { version } = packageJson;
const wholeRelease = () =>
  Object.fromEntries(releaseNames(version).map((name) => [name, `bytes of ${name}`]));

describe('what a release consists of', () => {
  it('is two processors’ installers for each system, the npm package and the bundle', () => {
    expect(releaseNames('1.2.3')).toEqual([
      'skills-registry-1.2.3-linux-amd64.deb',
      'skills-registry-1.2.3-linux-arm64.AppImage',
      'skills-registry-1.2.3-linux-arm64.deb',
      'skills-registry-1.2.3-linux-x86_64.AppImage',
      'skills-registry-1.2.3-mac-arm64.dmg',
      'skills-registry-1.2.3-mac-arm64.zip',
      'skills-registry-1.2.3-mac-x64.dmg',
      'skills-registry-1.2.3-mac-x64.zip',
      'skills-registry-1.2.3-win-arm64.exe',
      'skills-registry-1.2.3-win-x64.exe',
      'skills-registry-1.2.3.tgz',
      'skills-registry.mcpb',
    ]);
  });

  it('is named as the packing tool is told to name it', () => {
    const config = parse(readFileSync('electron-builder.yml', 'utf8'));
    expect(config.artifactName).toBe(
      ['$', '{name}-$', '{version}-$', '{os}-$', '{arch}.$', '{ext}'].join(''),
    );
    expect(config.mac.target).toEqual(['dmg', 'zip']);
    expect(config.win.target).toEqual(['nsis']);
    expect(config.linux.target).toEqual(['AppImage', 'deb']);
    expect(config.publish).toBeNull();
  });

  it('is known for one system and processor too', () => {
    expect(installerNames('1.2.3', 'win32', 'arm64')).toEqual(['skills-registry-1.2.3-win-arm64.exe']);
    expect(installerNames('1.2.3', 'linux', 'x64')).toEqual([
      'skills-registry-1.2.3-linux-x86_64.AppImage',
      'skills-registry-1.2.3-linux-amd64.deb',
    ]);
  });

  it('lacks nothing and has nothing beside', () => {
    const [first, ...rest] = releaseNames('1.2.3');
    expect(fileObjections([...rest, 'builder-debug.yml'], '1.2.3')).toEqual([
      `${first} is missing`,
      'builder-debug.yml is no part of a release',
    ]);
  });
});

describe('the checksums', () => {
  it('are read by sha256sum, and catch a file that was changed', async () => {
    const folder = temporaryFolder({ ...wholeRelease(), 'signing-win32-x64.json': {} });
    expect(await writeChecksums(folder, version)).toEqual(releaseNames(version));
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    expect(sums).not.toContain('signing');
    const lines = sums.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(66))).toEqual(releaseNames(version));
    for (const line of lines) {
      const bytes = readFileSync(join(folder, line.slice(66)));
      expect(line.slice(0, 66)).toBe(`${createHash('sha256').update(bytes).digest('hex')}  `);
    }
  });

  it('are not made of a release that lacks something', async () => {
    const { 'skills-registry.mcpb': _bundle, ...rest } = wholeRelease();
    await expect(writeChecksums(temporaryFolder(rest), version)).rejects.toThrow(
      'skills-registry.mcpb is missing',
    );
  });

  it('stand in the order of the names', () => {
    expect(
      checksumText([
        ['b', '2'],
        ['a', '1'],
      ]),
    ).toBe('1  a\n2  b\n');
  });
});

describe('the draft', () => {
  const facts = {
    version: '1.2.3',
    changelog: '## [1.2.3] - 2026-01-02\n\n- A',
    signing: [
      { platform: 'darwin', arch: 'x64', isSigned: true },
      { platform: 'win32', arch: 'x64', isSigned: false },
      { platform: 'darwin', arch: 'arm64', isSigned: true },
      { platform: 'linux', arch: 'x64', isSigned: false },
    ],
    repository: 'someone/skills',
  };

  it('says what changed, what is signed and what is not, and how to check a file', () => {
    const notes = releaseNotes(facts);
    expect(notes.startsWith('- A\n')).toBe(true);
    expect(notes).toContain('Signed: macOS (arm64), macOS (x64). Not signed: Windows (x64).');
    expect(notes).toContain('sha256sum --check --ignore-missing SHA256SUMS');
    expect(notes).toContain('gh attestation verify <file> --repo someone/skills');
  });

  it('promises no provenance where none is made', () => {
    expect(releaseNotes({ ...facts, repository: undefined })).not.toContain('attestation');
  });

  it('is a draft of the tag that is there, with every file', () => {
    const args = draftArguments({ version: '1.2.3', notesFile: 'n.md', files: ['a', 'b'] });
    expect(args.slice(0, 5)).toEqual(['release', 'create', 'v1.2.3', '--draft', '--verify-tag']);
    expect(args.slice(-2)).toEqual(['a', 'b']);
    expect(args).not.toContain('--prerelease');
    expect(draftArguments({ version: '1.2.3-beta.1', notesFile: 'n.md', files: [] })).toContain(
      '--prerelease',
    );
  });

  const print = (folder: string) =>
    spawnSync(process.execPath, ['scripts/release/draft.mjs', 'create', folder, '--print'], {
      encoding: 'utf8',
    });

  it('attaches the checksums and every file but what is only for its notes', async () => {
    const signing = { platform: 'win32', arch: 'x64', isSigned: false };
    const folder = temporaryFolder({ ...wholeRelease(), 'signing-win32-x64.json': signing });
    await writeChecksums(folder, version);
    const { stdout, status } = print(folder);
    expect(status).toBe(0);
    const [command = '', ...notes] = stdout.split('\n');
    for (const name of [...releaseNames(version), 'SHA256SUMS'])
      expect(command).toContain(join(folder, name));
    expect(command).not.toContain('signing-win32');
    expect(notes.join('\n')).toContain('Not signed: Windows (x64)');
  });

  it('is not made without checksums', () => {
    expect(print(temporaryFolder(wholeRelease())).stderr).toContain('no SHA256SUMS');
  });
});
