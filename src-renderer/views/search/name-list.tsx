import { Button } from '../../components/button.tsx';
import { Risk } from '../../components/facts.tsx';
import { Highlighted } from '../../components/highlighted.tsx';
import { TrustScore } from '../../components/trust-score.tsx';
import { formatRoute } from '../../route/route.ts';
import { formatCount } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { findWords } from './find-words.ts';
import { type NameMatches, queryWords } from './match-names.ts';
import styles from './name-list.module.css';

/** Beyond, users type on. */
export const ALL_NAMES = 50;

function more(total: number): string {
  if (total <= ALL_NAMES) return `All ${formatCount(total)} names`;
  return `First ${ALL_NAMES} of ${formatCount(total)} names`;
}

export function NameList({
  names,
  query,
  chosen,
  onChoose,
  onShowMore,
}: {
  readonly names: NameMatches;
  readonly query: string;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
  readonly onShowMore: () => void;
}) {
  const words = queryWords(query);
  return (
    <>
      <div className={styles.head}>
        <h2 id="names" className="cap">
          Names
        </h2>
        {names.total > names.best.length && names.best.length < ALL_NAMES && (
          <Button look="bare" size="small" className="push" onClick={onShowMore}>
            {more(names.total)}
          </Button>
        )}
      </div>
      <ul aria-labelledby="names">
        {names.best.map(({ row }) => (
          <li key={row.key}>
            <a
              className={`edged ${styles.row}`}
              href={formatRoute({ view: 'skill', key: row.key })}
              aria-current={row.key === chosen ? 'true' : undefined}
              onFocus={() => onChoose(row.key)}
            >
              <span className={styles.name}>
                <b>
                  <Highlighted text={row.name} ranges={findWords(row.name, words)} />
                </b>
                <span className="key">
                  <Revealed text={row.place} />
                </span>
              </span>
              <span className={`clip ${styles.summary}`}>
                {row.summary === undefined ? (
                  <span className="muted">No summary</span>
                ) : (
                  <Highlighted text={row.summary} ranges={findWords(row.summary, words)} />
                )}
              </span>
              <Risk level={row.risk} />
              <span className={styles.trust}>
                <TrustScore trust={row.trust} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
