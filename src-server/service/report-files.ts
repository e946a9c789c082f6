/** `<data>/skills-registry/reports/<id>.json`: a private file per note. */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { SkillReport } from '../contract/api/skill-report.ts';
import isSkillReport from '../contract/schemas/skill-report.schema.json?validate';
import { compareText } from '../contract/words/compare-text.ts';
import { Semaphore } from '../semaphore.ts';
import type { NewReport, SkillReports } from '../served-registry.ts';
import { FileChanged, WriteRefused } from '../writing/guarded-path.ts';
import { readPrivateFile } from '../writing/private-file.ts';
import { writeInside } from '../writing/write-inside.ts';

const FOLDER = 'reports';
export const MOST_REPORTS = 200;
const MAX_BYTES = 32 * 1_024;
const FILE = /^[0-9a-f]{32}\.json$/;

interface ReportOwners {
  of(key: SkillKey): string;
  all(): readonly string[];
}

interface KeptReport extends SkillReport {
  readonly registry: string;
}

/**
 * @param dataFolder absolute
 * @param owners roots of the served registries
 */
export function reportFiles(dataFolder: string, owners: ReportOwners): SkillReports {
  const isOwn = (report: KeptReport | undefined) =>
    report !== undefined && owners.all().includes(report.registry);
  const folder = join(dataFolder, FOLDER);
  // One request at a time: each may read all notes, and a flood of them must not open thousands of files.
  const semaphore = new Semaphore(1);
  return {
    list: () =>
      semaphore.take(async () => {
        const all = await readAll(folder);
        return all.filter(isOwn).map(withoutRegistry);
      }),
    add: (report) =>
      semaphore.take(async () => {
        const registry = owners.of(report.key);
        const id = idOf(registry, report);
        const known = await readReport(folder, `${id}.json`);
        if (known !== undefined) return withoutRegistry(known);
        const kept: KeptReport = { ...report, id, at: new Date().toISOString(), registry };
        await writeReport(dataFolder, kept);
        await removeSurplus(folder, id);
        return withoutRegistry(kept);
      }),
    remove: (id) =>
      semaphore.take(async () => {
        if (!FILE.test(`${id}.json`)) return false;
        const isThere = isOwn(await readReport(folder, `${id}.json`));
        if (isThere) await removeFile(folder, id);
        return isThere;
      }),
  };
}

function withoutRegistry({ registry: _, ...report }: KeptReport): SkillReport {
  return report;
}

async function writeReport(dataFolder: string, kept: KeptReport): Promise<void> {
  const text = `${JSON.stringify(kept)}\n`;
  try {
    await writeInside(dataFolder, `${FOLDER}/${kept.id}.json`, text, { mode: 0o600 });
  } catch (error) {
    // Another service of this user writes the same note.
    if (error instanceof FileChanged) return;
    throw new ApiError('internal', describeFailure(error), { cause: error });
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof WriteRefused) return `The note could not be kept: ${error.message}`;
  const code = (error as NodeJS.ErrnoException).code;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return `The note could not be kept: ${isFull ? 'the disk is full' : `its folder can't be written (${code})`}.`;
}

/** Keeps `MOST_REPORTS` and `added`; removes the oldest of agents first, then of people. */
async function removeSurplus(folder: string, added: string): Promise<void> {
  if ((await reportNames(folder)).length <= MOST_REPORTS) return;
  const all = await readAll(folder);
  const oldest = all.filter(({ id }) => id !== added).reverse();
  const inTurn = [
    ...oldest.filter(({ by }) => by !== undefined),
    ...oldest.filter(({ by }) => by === undefined),
  ];
  for (const { id } of inTurn.slice(0, Math.max(0, all.length - MOST_REPORTS))) await removeFile(folder, id);
}

/** Equal for repeated notes. */
function idOf(registry: string, { key, section = '', what }: NewReport): string {
  return createHash('sha256')
    .update(JSON.stringify([registry, key, section, what]))
    .digest('hex')
    .slice(0, 32);
}

/** Newest first. Ignores unreadable and foreign files. */
async function readAll(folder: string): Promise<readonly KeptReport[]> {
  const reports: KeptReport[] = [];
  for (const name of await reportNames(folder)) {
    const report = await readReport(folder, name);
    if (report !== undefined) reports.push(report);
  }
  return reports.sort((a, b) => compareText(b.at, a.at) || compareText(a.id, b.id));
}

async function reportNames(folder: string): Promise<readonly string[]> {
  return (await fs.readdir(folder).catch(() => [])).filter((name) => FILE.test(name));
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
