import { describe, it } from 'vitest';
import { firstSentence } from '../../../../src-server/registry/model/derive-summary.ts';
import { isIsoTime, toDateTime } from '../../../../src-server/registry/model/registry-index-file.ts';
import { parseSkillKey } from '../../../../src-server/registry/model/skill-key.ts';
import { isReadableSchema } from '../../../../src-server/validation/schema-name.ts';
import { expectLinearAlways } from '../../../support/worst-texts.ts';

const READERS: ReadonlyArray<readonly [string, (text: string) => void]> = [
  ['a summary', (text) => void firstSentence(text)],
  ['a summary of prose', (text) => void firstSentence(`A ${text}`)],
  ['a key', (text) => void parseSkillKey(text)],
  ['a time', (text) => void (isIsoTime(text) && toDateTime(text))],
  [
    'a schema',
    (text) => void (isReadableSchema(`skills/v1${text}`) || isReadableSchema(`libskills/v1${text}`)),
  ],
];

describe('what is read of a stranger’s file', () => {
  it.each(READERS)('takes twice the steps for twice the text: %s', (_what, read) => {
    expectLinearAlways(read, { short: 150, long: 250 });
  });
});
