import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './raw-text.module.css';

/** Characters; more at once would hold up the window. */
const LONGEST = 1_000_000;

/** A file as it is. */
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
