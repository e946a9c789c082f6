import type { Phrase } from '../../../src-server/contract/diagnostics/causes.ts';
import { Revealed } from '../../text/revealed.tsx';

/** Reveals invisible characters. */
export function Title({ of }: { readonly of: readonly Phrase[] }) {
  return of.map(({ as, text }, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the phrases of a title never move
    if (as === 'code') return <code key={place}>{<Revealed text={text} />}</code>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the phrases of a title never move
    return as === 'value' ? <Revealed key={place} text={text} /> : text;
  });
}
