import { join } from 'node:path';
import { type ParsedIndexFile, parseIndexFile, unusableIndexFile } from '../model/registry-index-file.ts';
import type { RegistryContents, RegistryLocation } from '../model/registry-snapshot.ts';
import { createDiskReader, type DiskReader, type FileReading, type ReadRequest } from './disk-reader.ts';
import { MAX_INDEX_BYTES } from './index-file-scan.ts';
import { RegistryScan } from './registry-scan.ts';

/** On this thread. */
export function readRegistry(
  location: RegistryLocation,
  reader: DiskReader = createDiskReader(),
): RegistryContents {
  const { delta } = new RegistryScan({ reader, location }).scan();
  const unreadable = delta?.unreadable ?? [];
  const index = unreadable.find(({ path }) => path === 'index.json');
  return {
    location,
    folders: new Map(delta?.upserted.map((read) => [read.folder, read])),
    indexFile:
      delta?.indexFile ?? (index === undefined ? parseIndexFile(undefined) : unusableIndexFile(index.code)),
    walkDiagnostics: delta?.walkDiagnostics ?? [],
    unreadable,
  };
}

export type ReadFiles = (requests: readonly ReadRequest[]) => Promise<readonly FileReading[]>;

export const readHere: ReadFiles = async (requests) => {
  const reader = createDiskReader();
  return requests.map((request) => reader.read(request));
};

export async function readIndexFile(root: string, read: ReadFiles = readHere): Promise<ParsedIndexFile> {
  const path = join(root, 'index.json');
  const [reading] = await read([{ path, inside: root, maxSize: MAX_INDEX_BYTES }]);
  if (reading?.ok) return parseIndexFile(reading.bytes.toString('utf8'));
  return reading?.cause === 'gone'
    ? parseIndexFile(undefined)
    : unusableIndexFile(reading?.code ?? 'UNKNOWN');
}
