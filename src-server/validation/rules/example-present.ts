import { isExample } from '../../contract/api/standard-files.ts';
import type { FileFact } from '../checked-skill.ts';
import type { FastRule, Finding, FullRule } from '../finding.ts';
import { isKnowledgeFile, listedFiles } from '../knowledge-files.ts';

/** A non-empty example exists. The loader reports missing listed files. */
export const examplePresent: FastRule = {
  codes: ['example-missing'],
  check({ manifest, files }) {
    const examples = examplesOf(files);
    const there = new Set(examples.map(({ path }) => path));
    const isAwaited = examplesOf(listedFiles(manifest)).some(({ path }) => !there.has(path));
    if (isAwaited || examples.some(({ size }) => size > 0)) return [];
    return [missing(examples.length === 0 ? 'There is no file under examples/.' : EMPTY)];
  },
};

/** Blank counts as missing. */
export const exampleWritten: FullRule = {
  codes: ['example-missing'],
  check({ files, readText }) {
    const sized = examplesOf(files).filter(({ size }) => size > 0);
    return sized.length > 0 && sized.every(({ path }) => readText(path)?.trim() === '')
      ? [missing(EMPTY)]
      : [];
  },
};

const EMPTY = 'All files under examples/ are empty.';

function examplesOf<File extends Pick<FileFact, 'path'>>(files: readonly File[]): File[] {
  return files.filter(({ path }) => isExample(path) && isKnowledgeFile(path));
}

function missing(message: string): Finding {
  return { code: 'example-missing', message, pointer: '/files/P3' };
}
