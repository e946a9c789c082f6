import type { FindResult } from '../../src-server/contract/api/api.ts';
import { formatRoute } from './route.ts';

export function sectionHref({ key, section }: Pick<FindResult, 'key' | 'section'>): string {
  return formatRoute(
    section === undefined
      ? { view: 'skill', key }
      : { view: 'skill', key, file: section.file, line: section.line_start },
  );
}
