import { Fragment } from 'react';
import { Revealed } from '../../text/revealed.tsx';
import type { Sentence } from './sentence-pieces.ts';
import styles from './sentences.module.css';

const LOOKS = {
  word: ['em', styles.word],
  missing: ['em', styles.missing],
  heading: ['b', undefined],
  file: ['span', 'mono'],
} as const;

export function Sentences({ of }: { readonly of: readonly Sentence[] }) {
  return of.map((sentence, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of one reason never move
    <Fragment key={at}>
      {at > 0 && ' '}
      {sentence.map(({ kind, text }, i) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
        if (kind === 'text') return <Fragment key={i}>{text}</Fragment>;
        const [Tag, className] = LOOKS[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
          <Tag key={i} className={className}>
            <Revealed text={text} />
          </Tag>
        );
      })}
    </Fragment>
  ));
}
