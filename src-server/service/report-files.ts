/**
 * What was reported about skills: `<data>/skills-registry/reports/<id>.json`, one file for each note, readable by this user
 * alone. Notes lie apart from the registry, which they never change.
 */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillReport } from '../contract/api/skill-report.ts';
import isSkillReport from '../contract/schemas/skill-report.schema.json?validate';
import type { NewReport, SkillReports } from '../served-registry.ts';
import { readPrivateFile } from '../writing/private-file.ts';
import { writeInside } from '../writing/write-inside.ts';

const FOLDER = 'reports';
/** Notes that are kept of all registries; beyond, the oldest go. */
export const MOST_REPORTS = 200;
/** The longest note in JSON. */
const MAX_BYTES = 32 * 1_024;
const FILE = /^[0-9a-f]{32}\.json$/;

interface KeptReport extends SkillReport {
  /** Root of the registry. */
  readonly registry: string;
}

/**
 * The notes about the skills of one registry.
 *
 * @param dataFolder of this user's services, absolute
 * @param registry its root
 */
export function reportFiles(dataFolder: string, registry: string): SkillReports {
  const folder = join(dataFolder, FOLDER);
  return {
    async list() {
      const all = await readAll(folder);
      return all.flatMap(({ registry: root, ...report }) => (root === registry ? [report] : []));
    },
    async add(report) {
      const id = idOf(registry, report);
      const kept: KeptReport = { ...report, id, at: new Date().toISOString(), registry };
      await writeInside(dataFolder, `${FOLDER}/${id}.json`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
      for (const { id: old } of (await readAll(folder)).slice(MOST_REPORTS)) await removeFile(folder, old);
      const { registry: _, ...added } = kept;
      return added;
    },
    async remove(id) {
      const isOwn = (await readAll(folder)).some(
        (report) => report.id === id && report.registry === registry,
      );
      if (isOwn) await removeFile(folder, id);
      return isOwn;
    },
  };
}

/** The same note again is one note. */
function idOf(registry: string, { key, section = '', what }: NewReport): string {
  return createHash('sha256')
    .update(JSON.stringify([registry, key, section, what]))
    .digest('hex')
    .slice(0, 32);
}

/** Newest first. What can't be read, or isn't as we write it, is as if it weren't there. */
async function readAll(folder: string): Promise<readonly KeptReport[]> {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => FILE.test(name));
  const reports = await Promise.all(names.map((name) => readReport(folder, name)));
  return reports.flatMap((report) => report ?? []).sort((a, b) => b.at.localeCompare(a.at));
}

async function readReport(folder: string, name: string): Promise<KeptReport | undefined> {
  const bytes = await readPrivateFile(join(folder, name), MAX_BYTES);
  try {
    const value: unknown = bytes && JSON.parse(bytes.toString('utf8'));
    if (!isSkillReport(value)) return undefined;
    const report = value as KeptReport;
    return `${report.id}.json` === name && typeof report.registry === 'string' ? report : undefined;
  } catch {
    return undefined;
  }
}

async function removeFile(folder: string, id: string): Promise<void> {
  await fs.rm(join(folder, `${id}.json`), { force: true });
}
