import type { Excerpt } from '../../../src-server/contract/api/api.ts';
import { CodeBox } from '../../components/code-box.tsx';
import { Highlighted } from '../../components/highlighted.tsx';
import { codeLines, proseParts } from './excerpt-parts.ts';
import styles from './excerpt-view.module.css';

const LABELS = { bad: '✗ Bad', good: '✓ Good' } as const;

export function ExcerptsView({ excerpts }: { readonly excerpts: readonly Excerpt[] }) {
  return excerpts.map((excerpt) => (
    <div key={excerpt.line} data-label={excerpt.label}>
      {excerpt.label !== undefined && <p className={styles.label}>{LABELS[excerpt.label]}</p>}
      <ExcerptView excerpt={excerpt} />
    </div>
  ));
}

function ExcerptView({ excerpt }: { readonly excerpt: Excerpt }) {
  if (excerpt.kind === 'prose')
    return (
      <p className={styles.prose}>
        {proseParts(excerpt).map(({ kind, ...part }, at) =>
          kind === 'code' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one excerpt never move
            <code key={at}>
              <Highlighted {...part} />
            </code>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one excerpt never move
            <Highlighted key={at} {...part} />
          ),
        )}
      </p>
    );
  return (
    <CodeBox label="Code in this section" className={styles.code}>
      <code>
        {codeLines(excerpt).map(({ number, isComment, ...line }) => (
          <span key={number} className={styles.line} data-comment={isComment || undefined}>
            <span className={styles.number} data-number={number} />
            <Highlighted {...line} />
            {'\n'}
          </span>
        ))}
      </code>
    </CodeBox>
  );
}
