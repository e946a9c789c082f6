import { type Finding, type FullRule, MANIFEST_FILE } from '../finding.ts';
import { isKnowledgeFile } from '../knowledge-files.ts';
import { placeholdersIn, placeholdersInManifest } from '../placeholder.ts';

/** No placeholders are left. In a registry, the loader reports them. */
export const placeholders: FullRule = {
  codes: ['placeholder-left'],
  *check({ files, readText }): Iterable<Finding> {
    for (const found of placeholdersInManifest(readText(MANIFEST_FILE) ?? ''))
      yield { code: 'placeholder-left', path: MANIFEST_FILE, ...found };
    for (const { path } of files.filter((file) => isKnowledgeFile(file.path)))
      for (const found of placeholdersIn(readText(path) ?? ''))
        yield { code: 'placeholder-left', path, ...found };
  },
};
