import { describe, expect, it } from 'vitest';
import { readTexts, summaries } from './read-texts.ts';

describe('the packages of a CycloneDX document', () => {
  it('are its components, nested ones included, and direct if the root depends on them', async () => {
    const found = await readTexts({
      'bom.json': JSON.stringify({
        bomFormat: 'CycloneDX',
        metadata: { component: { 'bom-ref': 'root', purl: 'pkg:npm/app@1.0.0' } },
        components: [
          {
            'bom-ref': 'a',
            type: 'library',
            purl: 'pkg:npm/%40scope/a@1.0.0?arch=x64',
            externalReferences: [{ type: 'vcs', url: 'https://github.com/Scope/A' }],
            components: [{ type: 'library', purl: 'pkg:npm/b@2.0.0', scope: 'excluded' }],
          },
          { type: 'library', name: 'unnamed' },
          { type: 'library', purl: 'pkg:deb/debian/bash@5.2' },
          { type: 'file', name: 'a.txt' },
        ],
        dependencies: [{ ref: 'root', dependsOn: ['a'] }],
      }),
    });
    expect(summaries(found)).toEqual(['pkg:npm/%40scope/a@1.0.0 direct', 'pkg:npm/b@2.0.0 dev']);
    expect(found.packages[0]?.repository).toBe('github.com/scope/a');
    expect(found.unread.map(({ reason }) => reason)).toEqual([
      'has 2 packages without a package URL of a known ecosystem, left out',
    ]);
  });
});

describe('a bill of materials in another format', () => {
  it.each(['app.spdx.json', 'app.spdx', 'bom.xml', 'app.cdx.xml'])(
    'is named, with the format that is read: %s',
    async (file) => {
      expect(await readTexts({ [file]: '{"spdxVersion":"SPDX-2.3"}' })).toMatchObject({
        isProject: true,
        unread: [{ file, reason: expect.stringContaining('CycloneDX as JSON') }],
      });
    },
  );

  it('is named where its name promises CycloneDX', async () => {
    const found = await readTexts({ 'sbom.json': '{"spdxVersion":"SPDX-2.3"}', 'bom.json': '[]' });
    expect(found.unread.map(({ file }) => file)).toEqual(['bom.json', 'sbom.json']);
  });
});
