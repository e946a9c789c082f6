import type { ProblemKind } from '../../../src-server/contract/diagnostic.ts';
import { Card } from '../../layout/layout.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { TextButton } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { MendLine } from './mend-line.tsx';
import { houseStyleCounts, placeOf, type Repairs } from './repairs.ts';
import styles from './source.module.css';
import { useOpenFile } from './use-open-file.ts';

/** Closed and grey: nothing of it keeps a skill from agents. */
export function HouseStyle({
  repairs: { houseStyle, mendable },
  more,
}: {
  readonly repairs: Repairs;
  /** Places that the service left out of its answer. */
  readonly more: number;
}) {
  if (houseStyle.length === 0) return null;
  const { kinds, places } = houseStyleCounts(houseStyle);
  return (
    <div className={styles.houseStyle}>
      <Card quiet>
        <Disclosure summary={`House style: ${plural(kinds, 'kind')}, ${plural(places + more, 'place')}`}>
          <p className="soft">
            Remarks for authors. They keep no skill from agents.
            {more > 0 && ` The first ${plural(places, 'place')} are listed; validate prints all.`}
          </p>
          {mendable.houseStyle > 0 && (
            <MendLine>One command mends {plural(mendable.houseStyle, 'kind')}:</MendLine>
          )}
          <ul className={styles.kinds}>
            {houseStyle.map((kind) => (
              <KindRow key={kind.code} kind={kind} />
            ))}
          </ul>
        </Disclosure>
      </Card>
    </div>
  );
}

const MOST_PLACES = 20;

function KindRow({ kind }: { readonly kind: ProblemKind }) {
  const { title, places, fix } = kind;
  const open = useOpenFile();
  const rest = places.length - MOST_PLACES;
  return (
    <li>
      <Disclosure
        summary={
          <>
            {title} <span className="muted">{plural(places.length, 'place')}</span>
          </>
        }
      >
        <p className="soft">{fix}</p>
        <ul className={styles.places}>
          {places.slice(0, MOST_PLACES).map((place, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two places may be the same in every field
            <li key={at}>
              {place.file !== undefined && (
                <TextButton onClick={() => open(place)}>
                  <Revealed text={placeOf(place)} />
                </TextButton>
              )}{' '}
              <Revealed text={place.message} />
            </li>
          ))}
          {rest > 0 && <li className="muted">and {plural(rest, 'more place')}</li>}
        </ul>
      </Disclosure>
    </li>
  );
}
