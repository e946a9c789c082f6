import { useState } from 'react';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { Button } from '../../components/button.tsx';
import { formatCount } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { placeDetail, placeName } from './cause-words.ts';
import styles from './problems.module.css';

const [SHOWN_FIRST, SHOWN_MORE] = [6, 200];

export function PlaceList({
  places: all,
  shown,
  onShow,
}: {
  readonly places: readonly Diagnostic[];
  readonly shown: Diagnostic;
  readonly onShow: (place: Diagnostic) => void;
}) {
  const [most, setMost] = useState(SHOWN_FIRST);
  const places = all.slice(0, most);
  const total = all.length;
  return (
    <div className={styles.places}>
      <h4>
        <span>Places</span>
        <span className="number">
          {total > places.length
            ? `${formatCount(places.length)} of ${formatCount(total)}`
            : formatCount(total)}
        </span>
      </h4>
      <ul>
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places may be the same in every field
          <li key={`${place.file} ${place.line} ${index}`}>
            <button
              type="button"
              aria-current={place === shown ? 'true' : undefined}
              title={writtenOut(`${placeName(place)}: ${place.message}`)}
              onClick={() => onShow(place)}
            >
              <span className="mono">
                <Revealed text={placeName(place)} />
              </span>
              <span className="muted">
                <Revealed text={placeDetail(place)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > places.length && (
        <Button look="bare" onClick={() => setMost(most + SHOWN_MORE)}>
          {total - places.length > SHOWN_MORE
            ? `Show ${SHOWN_MORE} more of ${formatCount(total)}`
            : `Show all ${formatCount(total)}`}
        </Button>
      )}
    </div>
  );
}
