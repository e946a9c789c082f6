import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FolderSource, folderOfEntry } from '../../../../src-renderer/folders/folder-source.ts';
import { MAX_BODY_BYTES, readSkill } from '../../../../src-renderer/views/import/read-skill.ts';
import { droppedFolder, type Tree } from '../../folders/folder-of.ts';

const MANIFEST = '{ "name": "tokio" }';
const read = (tree: Tree) => readSkill(folderOfEntry(droppedFolder('tokio', tree)));

async function refusalOf(tree: Tree) {
  const reading = await read(tree);
  return reading.kind === 'refused' ? reading.refusal : reading;
}

describe('readSkill', () => {
  it('makes a submission of skill.json and the texts beside it', async () => {
    expect(
      await read({
        'b.md': 'ü',
        examples: { 'a.rs': '//' },
        'skill.json': MANIFEST,
        'a.md': '',
        LICENSE: 'MIT',
      }),
    ).toEqual({
      kind: 'read',
      draft: {
        submission: { skill: { name: 'tokio' }, files: { 'a.md': '', 'b.md': 'ü', 'examples/a.rs': '//' } },
        files: [
          { path: 'skill.json', size: 19 },
          { path: 'a.md', size: 0 },
          { path: 'b.md', size: 2 },
          { path: 'examples/a.rs', size: 2 },
        ],
        leftOut: ['LICENSE'],
      },
    });
  });

  it('keeps every text to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(!text.includes('\0'));
        expect(await read({ 'skill.json': '{}', 'a.md': text })).toMatchObject({
          draft: { submission: { files: { 'a.md': text } } },
        });
      }),
      { numRuns: 50 },
    );
  });

  it('reads a skill.json that begins with a byte order mark', async () => {
    expect(await read({ 'skill.json': `\uFEFF${MANIFEST}`, 'a.md': '' })).toMatchObject({ kind: 'read' });
  });

  it.each([{}, { 'a.md': '' }, { skills: { 'skill.json': '{}' } }])(
    'misses skill.json in %j',
    async (tree) => {
      expect(await refusalOf(tree)).toEqual({ kind: 'no-manifest' });
    },
  );

  it.each(['', '{', '[]', 'null', '"x"'])('refuses the skill.json %j', async (text) => {
    expect(await refusalOf({ 'skill.json': text, 'a.md': '' })).toMatchObject({
      kind: 'manifest-invalid',
      reason: expect.any(String),
    });
  });

  it.each([
    ['a zero byte', Uint8Array.of(97, 0, 98)],
    ['what is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x41)],
    ['half a character', Uint8Array.of(0xc3)],
  ])('refuses %s, by name and size', async (_what, bytes) => {
    const tree = { 'skill.json': '{}', 'a.md': '', examples: { 'logo.png': bytes } };
    expect(await refusalOf(tree)).toEqual({
      kind: 'not-text',
      files: [{ path: 'examples/logo.png', size: bytes.length }],
    });
  });

  it('reads no byte of a folder that is too large', async () => {
    const tooLarge = { path: 'a.md', size: MAX_BODY_BYTES, read: () => Promise.reject(new Error('read')) };
    const manifest = { ...tooLarge, path: 'skill.json', size: 1 };
    const source: FolderSource = {
      name: 'x',
      canReread: false,
      list: () => Promise.resolve({ files: [manifest, tooLarge], leftOut: [] }),
    };
    expect(await readSkill(source)).toMatchObject({
      refusal: { kind: 'too-large', bytes: MAX_BODY_BYTES + 1, largest: [{ path: 'a.md' }, {}] },
    });
  });

  const body = (text: string) => JSON.stringify({ skill: {}, files: { 'a.md': text } }).length;

  it('takes a body of exactly 1 MiB and none that is a byte larger', async () => {
    const fits = 'x'.repeat(MAX_BODY_BYTES - body(''));
    expect(await read({ 'skill.json': '{}', 'a.md': fits })).toMatchObject({ kind: 'read' });
    expect(await refusalOf({ 'skill.json': '{}', 'a.md': `${fits}x` })).toMatchObject({
      kind: 'too-large',
      bytes: MAX_BODY_BYTES + 1,
    });
  });

  it('counts what is sent, not what lies on the disk', async () => {
    const lines = '\n'.repeat(MAX_BODY_BYTES / 2 + 1);
    expect(await refusalOf({ 'skill.json': '{}', 'a.md': lines })).toMatchObject({
      kind: 'too-large',
      bytes: body(lines),
    });
  });

  it.each([100, 101])('takes 100 files beside skill.json and no more: %i', async (count) => {
    const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.md`, '']));
    const reading = await refusalOf({ 'skill.json': '{}', ...files });
    expect(reading.kind).toBe(count === 100 ? 'read' : 'too-many');
  });

  it('says which file could not be read, or that the folder could not', async () => {
    const gone = { path: 'skill.json', size: 2, read: () => Promise.reject(new DOMException('gone')) };
    const source = (list: FolderSource['list']): FolderSource => ({ name: 'x', canReread: true, list });
    expect(await readSkill(source(() => Promise.resolve({ files: [gone], leftOut: [] })))).toEqual({
      kind: 'refused',
      refusal: { kind: 'unreadable', path: 'skill.json' },
    });
    expect(await readSkill(source(() => Promise.reject(new DOMException('gone'))))).toEqual({
      kind: 'refused',
      refusal: { kind: 'unreadable' },
    });
  });
});
