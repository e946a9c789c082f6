import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './raw-text.module.css';

/** In characters: more would block the window. */
const LONGEST = 1_000_000;

export function RawText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, LONGEST);
  return (
    <>
      <pre className={styles.raw} data-raw>
        <Revealed text={shown} />
      </pre>
      {shown.length < text.length && (
        <p className="actions">
          <Button onClick={() => setWhole(true)}>Show all {plural(text.length, 'character')}</Button>
        </p>
      )}
    </>
  );
}
