import { State } from '../../components/facts.tsx';
import { Mark } from '../../components/mark.tsx';
import { useService } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import styles from './registries.module.css';
import { SkillCount } from './skill-count.tsx';

/** The app's folder, above all added registries. */
export function OwnRow() {
  const status = useService(({ status }) => status);
  const folder = useService((service) => service.folder);
  const isThere = useService(({ phase }) => phase !== 'away');
  const layer = status?.registries?.[0];
  const isSample = status?.registry.sample === true;
  if (layer?.address !== undefined)
    return (
      <li className={styles.layer}>
        <p className={styles.noFolder}>
          <span className="muted">No folder of your own is served.</span>{' '}
          <a className="link" href="#/registry">
            Choose a folder
          </a>
        </p>
      </li>
    );
  return (
    <li className={styles.layer}>
      <div className={styles.row}>
        <span className={styles.place}>
          <Mark name="p0" />
        </span>
        <div className={styles.name}>
          <h2>{isSample ? 'Sample' : 'Yours'}</h2>
          {folder !== undefined && (
            <p className="mono path">
              <Revealed text={folder} />
            </p>
          )}
        </div>
        <SkillCount
          skills={layer?.skills ?? status?.counts.skills ?? 0}
          shadowed={layer?.shadowed ?? 0}
          isServed={status !== undefined}
        />
        <div className={styles.state}>
          <State tone={isThere ? 'good' : 'care'} mark={isThere ? 'state-on' : 'state-fail'}>
            {isThere ? 'Watched' : 'Not reachable now'}
          </State>
          <p className="muted">
            {isSample ? (
              <a className="link" href="#/registry">
                Use your own folder
              </a>
            ) : (
              'each saved change counts'
            )}
          </p>
        </div>
      </div>
    </li>
  );
}
