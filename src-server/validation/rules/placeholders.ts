import { type Finding, type FullRule, MANIFEST_FILE } from '../finding.ts';
import { isKnowledgeFile } from '../knowledge-files.ts';
import { placeholdersIn } from '../placeholder.ts';

/** Everything that `skills-registry init` left to write is written. Of a registry's folders the loader says it. */
export const placeholders: FullRule = {
  codes: ['placeholder-left'],
  *check({ files, readText }): Iterable<Finding> {
    for (const path of [MANIFEST_FILE, ...files.map((file) => file.path).filter(isKnowledgeFile)])
      for (const found of placeholdersIn(readText(path) ?? ''))
        yield { code: 'placeholder-left', path, ...found };
  },
};
