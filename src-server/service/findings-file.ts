import { basename, dirname } from 'node:path';
import type { Logger } from '../contract/service/logger.ts';
import type { FindingsFile, KeptRecord } from '../registry/kept-findings.ts';
import { isJsonObject } from '../registry/model/json-object.ts';
import { runInSlices } from '../run-in-slices.ts';
import { RULES_VERSION } from '../validation/rules.ts';
import { version } from '../version.ts';
import { readPrivateFile } from '../writing/private-file.ts';
import { decodeRecordFile, encodeRecord, encodeRecordFile } from '../writing/record-file.ts';
import { writeInside } from '../writing/write-inside.ts';

/** Larger files are neither written nor read. */
export const MAX_FINDINGS_BYTES = 256 * 1024 * 1024;
/** Findings of other releases or rules are ignored. */
const VERSION = `findings ${version} ${RULES_VERSION}`;

/** @param file absolute */
export function findingsFile(file: string, logger: Logger): FindingsFile {
  return {
    async read() {
      const bytes = await readPrivateFile(file, MAX_FINDINGS_BYTES);
      const records = bytes && (await runInSlices(decodeRecordFile(bytes, VERSION)));
      const kept = records?.map(({ head, body }) => ({ ...Object(head), findings: body }) as KeptRecord);
      return kept?.every(isRecord) ? kept : [];
    },
    async write(records) {
      try {
        const parts = await runInSlices(encodeSteps(records));
        const size = parts.reduce((sum, { length }) => sum + length, 0);
        if (size > MAX_FINDINGS_BYTES) return;
        await writeInside(dirname(file), basename(file), parts, { mode: 0o600 });
      } catch (error) {
        logger.warn('What was found in the skills could not be kept; the next start checks them again.', {
          error: String(error),
        });
      }
    },
  };
}

function* encodeSteps(records: readonly KeptRecord[]): Generator<void, readonly Uint8Array[]> {
  const encoded: Uint8Array[] = [];
  for (const { findings, ...head } of records) {
    encoded.push(encodeRecord({ head, body: findings }));
    yield;
  }
  return yield* encodeRecordFile(VERSION, encoded);
}

function isRecord(record: unknown): record is KeptRecord {
  return (
    isJsonObject(record) &&
    ['key', 'folder', 'layout', 'fingerprint'].every((name) => typeof record[name] === 'string')
  );
}
