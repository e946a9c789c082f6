import { isExample } from '../../contract/api/standard-files.ts';
import type { FastRule } from '../finding.ts';
import { EXAMPLE_EXTENSIONS, isKnowledgeFile } from '../knowledge-files.ts';

/** Supporting files: builds, data, documents. */
const SUPPORT =
  /\.(?:md|txt|json|toml|ya?ml|xml|mod|sum|lock|cmake|h|hpp|proto|sql|html|css|csv|sh|ps1)$|(?:^|\/)(?:makefile|dockerfile)$/i;

/** Examples have the language's extension. */
export const exampleExtension: FastRule = {
  codes: ['example-extension'],
  check({ manifest, files }) {
    const extension = Object.entries(EXAMPLE_EXTENSIONS).find(
      ([language]) => language === manifest['language'],
    )?.[1];
    if (extension === undefined) return [];
    const examples = files.map(({ path }) => path).filter((path) => isExample(path) && isKnowledgeFile(path));
    const others = examples.filter((path) => !path.endsWith(`.${extension}`));
    const hasSource = others.length < examples.length;
    return others
      .filter((path) => !(hasSource && SUPPORT.test(path)))
      .map((path) => ({
        code: 'example-extension' as const,
        message: `${path} does not end in .${extension}, as ${manifest['language']} examples do.`,
        path,
      }));
  },
};
