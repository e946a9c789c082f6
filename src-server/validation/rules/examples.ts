import { isExample } from '../../contract/api/standard-files.ts';
import type { FileFact } from '../checked-skill.ts';
import type { Rule } from '../finding.ts';
import { EXAMPLE_EXTENSIONS, isKnowledgeFile, listedFiles } from '../knowledge-files.ts';

/** An example with a text exists. The loader reports missing listed files. */
export const examplePresent: Rule = function* ({ manifest, files, texts }) {
  const examples = examplesOf(files);
  const there = new Set(examples.map(({ path }) => path));
  const isAwaited = examplesOf(listedFiles(manifest)).some(({ path }) => !there.has(path));
  const isWritten = ({ path, size }: FileFact) => size > 0 && texts.get(path)?.trim() !== '';
  if (isAwaited || examples.some(isWritten)) return;
  const message =
    examples.length === 0 ? 'There is no file under examples/.' : 'All files under examples/ are empty.';
  yield { code: 'example-missing', message, pointer: '/files/P3' };
};

function examplesOf<File extends Pick<FileFact, 'path'>>(files: readonly File[]): File[] {
  return files.filter(({ path }) => isExample(path) && isKnowledgeFile(path));
}

/** Supporting files: builds, data, documents. */
const SUPPORT =
  /\.(?:md|txt|json|toml|ya?ml|xml|mod|sum|lock|cmake|h|hpp|proto|sql|html|css|csv|sh|ps1)$|(?:^|\/)(?:makefile|dockerfile)$/i;

/** Examples have the language's extension. */
export const exampleExtension: Rule = function* ({ manifest: { language }, files }) {
  const extension = Object.entries(EXAMPLE_EXTENSIONS).find(([name]) => name === language)?.[1];
  if (extension === undefined) return;
  const examples = examplesOf(files);
  const others = examples.filter(({ path }) => !path.endsWith(`.${extension}`));
  const hasSource = others.length < examples.length;
  for (const { path } of others) {
    const message = `${path} does not end in .${extension}, as ${language} examples do.`;
    if (!hasSource || !SUPPORT.test(path)) yield { code: 'example-extension', message, path };
  }
};
