import { useId, useState } from 'react';
import { TextField } from '../../components/fields.tsx';
import { Mark } from '../../components/mark.tsx';
import { AsideSection } from '../../components/view-aside.tsx';
import { formatRoute } from '../../route/route.ts';
import { useRegistry, useService } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { type LayerAnswer, layerAnswers } from './layer-answers.ts';
import styles from './registries.module.css';
import { squareAt } from './square-at.ts';

const WORDS: Readonly<Record<LayerAnswer['says'], string>> = {
  answers: 'answers',
  shadowed: 'shadowed',
  none: 'has none',
};
export function WhoAnswers() {
  const id = useId();
  const [key, setKey] = useState('');
  const layers = useService(({ status }) => status?.registries);
  const rows = useRegistry((registry) => registry.skills);
  const wanted = key.trim();
  const row = rows.find((one) => one.key === wanted) ?? rows.find((one) => one.name === wanted);
  const names = layers?.map(({ name }) => name) ?? ['Yours'];
  return (
    <AsideSection title={<label htmlFor={id}>Who answers for a key?</label>}>
      <TextField
        id={id}
        className={`mono ${styles.key}`}
        value={key}
        placeholder={rows[0]?.key ?? 'rust/tokio-rs/tokio'}
        list={`${id}-keys`}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <datalist id={`${id}-keys`}>
        {(wanted.length < 2 ? [] : rows.filter((one) => one.key.includes(wanted)).slice(0, 20)).map((one) => (
          <option key={one.key} value={one.key} />
        ))}
      </datalist>
      {wanted !== '' && (
        <div aria-live="polite">
          {row === undefined ? (
            <p>
              No registry has <span className="mono">{wanted}</span>.
            </p>
          ) : (
            <>
              <ol className={styles.route}>
                {layerAnswers(names, row).map(({ name, says }, index) => (
                  <li key={name} data-says={says}>
                    <Mark name={squareAt(index)} />
                    <b>
                      <Revealed text={name} />
                    </b>
                    <span>{WORDS[says]}</span>
                  </li>
                ))}
              </ol>
              <p>
                <a className="link mono path" href={formatRoute({ view: 'skill', key: row.key })}>
                  <Revealed text={row.key} />
                </a>
              </p>
            </>
          )}
        </div>
      )}
    </AsideSection>
  );
}
