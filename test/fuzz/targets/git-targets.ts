import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { DamagedGitData } from '../../../src-server/git-format/damaged-git-data.ts';
import { parseCommit, parseTree } from '../../../src-server/git-format/git-objects.ts';
import { objectId, openPack } from '../../../src-server/registries/git/pack.ts';
import { readPackets } from '../../../src-server/registries/git/pkt-line.ts';
import { parseAdvertised } from '../../../src-server/registries/git/repository-client.ts';
import { RegistryRefusal } from '../../../src-server/registries/registry-refusal.ts';
import { type FuzzTarget, promise, text } from '../fuzz-target.ts';
import { seed } from '../read-seeds.ts';

const LIMITS = { objectBytes: 1_000_000, unpackedBytes: 4_000_000, objects: 1_000 };
const BASE = Buffer.from('A text that differences are made of, again and again.\n'.repeat(3));
const ID = objectId('blob', BASE);
const TREE = Buffer.concat(
  ['100644 skill.json', '40000 docs', '120000 link', '160000 module'].flatMap((entry) => [
    Buffer.from(`${entry}\0`),
    Buffer.from(ID, 'hex'),
  ]),
);
const COMMIT = `tree ${ID}\nparent ${ID}\nauthor A <a@b> 1700000000 +0000\ncommitter A <a@b> 1700000000 +0100\n\nSubject\n`;
/** Copies 20 bytes of the base, then adds three. */
const DELTA = Buffer.from([
  (BASE.length & 0x7f) | 0x80,
  BASE.length >> 7,
  23,
  0x90,
  20,
  3,
  ...Buffer.from('abc'),
]);
const OBJECTS = [
  entry(1, Buffer.from(COMMIT)),
  entry(2, TREE),
  entry(3, BASE),
  entry(7, DELTA, Buffer.from(ID, 'hex')),
];

function refusing(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RegistryRefusal || error instanceof DamagedGitData)) throw error;
  }
}

/** An object of a pack: https://git-scm.com/docs/pack-format */
function entry(type: number, content: Buffer, base = Buffer.alloc(0)): Buffer {
  const head = [(type << 4) | (content.length & 15)];
  for (let rest = content.length >>> 4; rest > 0; rest >>>= 7) {
    head[head.length - 1] = (head.at(-1) ?? 0) | 0x80;
    head.push(rest & 0x7f);
  }
  return Buffer.concat([Buffer.from(head), base, deflateSync(content)]);
}

function packOf(entries: readonly Buffer[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  return withSum(Buffer.concat([head, ...entries]));
}

function withSum(body: Buffer): Buffer {
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function checkPack(pack: Buffer): void {
  refusing(() => {
    const read = openPack(pack, LIMITS).read(ID);
    promise(read === undefined || objectId(read.type, read.bytes) === ID, 'an object has its ID');
  });
}

export const gitTargets: readonly FuzzTarget[] = [
  {
    name: 'git-objects',
    words: ['tree ', 'parent ', 'committer ', '100644 ', '40000 ', '120000 ', ID],
    seeds: () => [seed('tree', TREE), seed('commit', COMMIT)],
    check(input) {
      refusing(() => parseTree(input));
      refusing(() => {
        const { tree, date } = parseCommit(input);
        promise(/^[0-9a-f]{40}$/.test(tree), 'a tree has an ID');
        promise(date === undefined || date instanceof Date, 'a commit has a date or none');
      });
    },
  },
  {
    name: 'git-delta',
    words: ['\x7f\x7f', '\x01'],
    seeds: () => [seed('delta', DELTA)],
    check(input) {
      checkPack(packOf([entry(3, BASE), entry(7, input, Buffer.from(ID, 'hex'))]));
    },
  },
  {
    name: 'git-pack',
    words: ['PACK', '\0\0\0\x02', ID],
    seeds: () => [seed('pack', packOf(OBJECTS)), seed('one', packOf([entry(3, BASE)]))],
    check(input) {
      checkPack(input);
      // Behind the checksum.
      if (input.length > 20) checkPack(withSum(input.subarray(0, -20)));
    },
  },
  {
    name: 'git-packets',
    words: [
      '0000',
      '0001',
      '0002',
      '0003',
      '0004',
      'ffff',
      'refs/heads/main',
      'HEAD',
      '^{}',
      ' symref-target:',
    ],
    seeds: () => [
      seed('refs', `003f${ID} refs/heads/main\n0032${ID} HEAD\n003b${ID} refs/tags/v1^{}\n0000`),
      seed('version', '000eversion 2\n0015agent=git/2.47.3\n0000'),
    ],
    async check(input) {
      const half = input.length >> 1;
      const lines: string[] = [];
      try {
        for await (const packet of readPackets(chunks([input.subarray(0, half), input.subarray(half)])))
          if (Buffer.isBuffer(packet)) lines.push(text(packet));
      } catch (error) {
        if (!(error instanceof RegistryRefusal || error instanceof DamagedGitData)) throw error;
      }
      refusing(() => {
        for (const { commit } of parseAdvertised(lines))
          promise(/^[0-9a-f]{40}$/.test(commit), 'a ref has a commit');
      });
    },
  },
];

async function* chunks(parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}
