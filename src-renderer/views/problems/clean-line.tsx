import type { CSSProperties } from 'react';
import type { Causes } from '../../../src-server/contract/diagnostics/causes.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { Revealed } from '../../text/revealed.tsx';
import { cleanWords, servedDrafts } from './cause-words.ts';
import styles from './problems.module.css';

export function CleanLine({
  causes,
  skills,
}: {
  readonly causes: Causes;
  readonly skills: readonly SkillRow[];
}) {
  const { clean, drafts } = causes;
  const nameOf = (key: string) => skills.find((row) => row.key === key)?.name ?? key;
  const [strong, rest] = cleanWords(causes, skills.length, nameOf);
  const toFix = skills.length - clean.length - servedDrafts(drafts).length;
  const part = (count: number, kind: string) =>
    count > 0 && <i data-kind={kind} style={{ '--part': count } as CSSProperties} />;
  return (
    <p className={styles.clean}>
      <span className={styles.bar} aria-hidden="true">
        {part(clean.length, 'clean')}
        {part(toFix, 'to-fix')}
        {part(drafts.length, 'draft')}
      </span>
      <span role="status">
        <b>{strong}</b>
        <Revealed text={rest} />
      </span>
    </p>
  );
}
