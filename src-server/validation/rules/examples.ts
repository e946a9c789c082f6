import { isExample } from '../../contract/api/standard-files.ts';
import type { FileFact } from '../checked-skill.ts';
import type { FastRule, Finding, FullRule } from '../finding.ts';
import { EXAMPLE_EXTENSIONS, isKnowledgeFile, listedFiles } from '../knowledge-files.ts';

const EMPTY = 'All files under examples/ are empty.';

/** A non-empty example exists. The loader reports missing listed files. */
export const examplePresent: FastRule = {
  codes: ['example-missing'],
  *check({ manifest, files }): Iterable<Finding> {
    const examples = examplesOf(files);
    const there = new Set(examples.map(({ path }) => path));
    const isAwaited = examplesOf(listedFiles(manifest)).some(({ path }) => !there.has(path));
    if (isAwaited || examples.some(({ size }) => size > 0)) return;
    yield missing(examples.length === 0 ? 'There is no file under examples/.' : EMPTY);
  },
};

/** Blank counts as missing. */
export const exampleWritten: FullRule = {
  codes: ['example-missing'],
  *check({ files, readText }): Iterable<Finding> {
    const sized = examplesOf(files).filter(({ size }) => size > 0);
    if (sized.length > 0 && sized.every(({ path }) => readText(path)?.trim() === '')) yield missing(EMPTY);
  },
};

function examplesOf<File extends Pick<FileFact, 'path'>>(files: readonly File[]): File[] {
  return files.filter(({ path }) => isExample(path) && isKnowledgeFile(path));
}

function missing(message: string): Finding {
  return { code: 'example-missing', message, pointer: '/files/P3' };
}

/** Supporting files: builds, data, documents. */
const SUPPORT =
  /\.(?:md|txt|json|toml|ya?ml|xml|mod|sum|lock|cmake|h|hpp|proto|sql|html|css|csv|sh|ps1)$|(?:^|\/)(?:makefile|dockerfile)$/i;

/** Examples have the language's extension. */
export const exampleExtension: FastRule = {
  codes: ['example-extension'],
  *check({ manifest: { language }, files }): Iterable<Finding> {
    const extension = Object.entries(EXAMPLE_EXTENSIONS).find(([name]) => name === language)?.[1];
    if (extension === undefined) return;
    const examples = examplesOf(files);
    const others = examples.filter(({ path }) => !path.endsWith(`.${extension}`));
    const hasSource = others.length < examples.length;
    for (const { path } of others)
      if (!hasSource || !SUPPORT.test(path))
        yield {
          code: 'example-extension',
          message: `${path} does not end in .${extension}, as ${language} examples do.`,
          path,
        };
  },
};
