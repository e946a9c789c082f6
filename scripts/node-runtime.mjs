/** Official Node for the packed command line. node-runtime.json pins version and SHA-256 sums. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';

/**
 * Version of Node, base URL (archives at `v<version>/<name>`), and archives by system, such as `linux-x64`.
 *
 * @typedef {{ version: string, from: string, archives: Record<string, { name: string, sha256: string }> }} NodePins
 */

const PINNED = JSON.parse(readFileSync(new URL('./node-runtime.json', import.meta.url), 'utf8'));
const CACHE = fileURLToPath(new URL('../node_modules/.cache/node-runtime', import.meta.url));
const FETCH_TIMEOUT_MS = 300_000;
/** Archive, or folder of archives, for machines without access to nodejs.org. */
const OVERRIDE = 'PACKAGED_NODE';

/**
 * Extracts the official Node and its licence into a folder.
 *
 * @param {string} target name in node-runtime.json, such as `linux-x64`
 * @param {string} folder
 * @param {NodePins} pins
 * @returns {Promise<{ node: string, version: string }>} path of the program; rejects with advice if
 *   unavailable
 */
export async function placeOfficialNode(target, folder, pins = PINNED) {
  const archive = pins.archives[target];
  if (archive === undefined) throw new Error(`node-runtime.json names no Node for ${target}.`);
  const file = await findArchive(archive, pins);
  const isZip = archive.name.endsWith('.zip');
  const inner = archive.name.replace(/\.(?:zip|tar\.gz)$/, '');
  const parts = {
    [`${inner}/${isZip ? 'node.exe' : 'bin/node'}`]: isZip ? 'node.exe' : 'node',
    [`${inner}/LICENSE`]: 'node-licence.txt',
  };
  mkdirSync(folder, { recursive: true });
  if (isZip) unpackZip(file, parts, folder);
  else unpackTar(file, parts, folder);
  return { node: join(folder, isZip ? 'node.exe' : 'node'), version: pins.version };
}

function checkSum(bytes, { name, sha256 }, where) {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256)
    throw new Error(`${where} is not the official ${name}: its SHA-256 is ${found}, not ${sha256}.`);
}

async function findArchive(archive, pins) {
  const given = process.env[OVERRIDE];
  const cached = join(CACHE, archive.name);
  if (given) {
    const file = statSync(given).isDirectory() ? join(given, archive.name) : given;
    checkSum(readFileSync(file), archive, file);
    return file;
  }
  if (!existsSync(cached)) await fetchArchive(archive, pins, cached);
  checkSum(readFileSync(cached), archive, cached);
  return cached;
}

async function fetchArchive(archive, pins, file) {
  const url = `${pins.from}/v${pins.version}/${archive.name}`;
  console.log(`Fetching ${url}`);
  const bytes = await download(url).catch((cause) => {
    throw new Error(
      `${url} can't be had: ${cause.cause?.message ?? cause.message}. Name a copy of it, or its folder, in ${OVERRIDE}.`,
      { cause },
    );
  });
  checkSum(bytes, archive, url);
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, file);
}

async function download(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function unpackZip(file, parts, folder) {
  const entries = unzipSync(readFileSync(file), { filter: ({ name }) => name in parts });
  for (const [path, name] of Object.entries(parts)) {
    if (entries[path] === undefined) throw new Error(`${file} holds no ${path}.`);
    writeFileSync(join(folder, name), entries[path]);
  }
}

/** Windows may lack `tar`; its archives are zips. */
function unpackTar(file, parts, folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'node-runtime-'));
  try {
    const { status } = spawnSync('tar', ['-xzf', file, '-C', scratch, ...Object.keys(parts)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`tar can't unpack ${file}.`);
    for (const [path, name] of Object.entries(parts)) copyFileSync(join(scratch, path), join(folder, name));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  chmodSync(join(folder, basename(Object.values(parts)[0])), 0o755);
}
