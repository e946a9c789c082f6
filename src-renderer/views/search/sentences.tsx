import { Fragment } from 'react';
import { Revealed } from '../../text/revealed.tsx';
import type { Sentence } from './reason.ts';
import styles from './sentences.module.css';

/** Sentences about words of the question: those are marked, headings stand out, files are mono. */
export function Sentences({ of }: { readonly of: readonly Sentence[] }) {
  return of.map((sentence, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of one reason never move
    <Fragment key={at}>
      {at > 0 && ' '}
      {sentence.map(({ kind, text }, i) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
        if (kind === 'text') return <Fragment key={i}>{text}</Fragment>;
        const Tag = kind === 'word' ? 'em' : kind === 'heading' ? 'b' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
          <Tag key={i} className={kind === 'word' ? styles.word : kind === 'file' ? 'mono' : undefined}>
            <Revealed text={text} />
          </Tag>
        );
      })}
    </Fragment>
  ));
}
