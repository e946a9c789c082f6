/** `<data>/skills-registry/reports/<id>.json`: one private file per note. Notes never change the registry. */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillReport } from '../contract/api/skill-report.ts';
import isSkillReport from '../contract/schemas/skill-report.schema.json?validate';
import type { NewReport, SkillReports } from '../served-registry.ts';
import { readPrivateFile } from '../writing/private-file.ts';
import { writeInside } from '../writing/write-inside.ts';

const FOLDER = 'reports';
/** Of all registries; the oldest are removed. */
export const MOST_REPORTS = 200;
/** As JSON. */
const MAX_BYTES = 32 * 1_024;
const FILE = /^[0-9a-f]{32}\.json$/;

interface KeptReport extends SkillReport {
  /** Root of the registry. */
  readonly registry: string;
}

/**
 * @param dataFolder absolute
 * @param registry root
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

/** Repeating a note overwrites it. */
function idOf(registry: string, { key, section = '', what }: NewReport): string {
  return createHash('sha256')
    .update(JSON.stringify([registry, key, section, what]))
    .digest('hex')
    .slice(0, 32);
}

/** Newest first. Ignores unreadable and foreign files. */
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
