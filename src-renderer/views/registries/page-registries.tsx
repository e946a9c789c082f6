import type { ServedLayer, Status } from '../../../src-server/contract/api/api.ts';
import { shortCommit } from '../../../src-server/contract/words/short-commit.ts';
import { Age } from '../../components/age.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { State } from '../../components/facts.tsx';
import { Mark } from '../../components/mark.tsx';
import { SheetBody } from '../../components/sheet.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { useService } from '../../stores/use-stores.tsx';
import { commandWords } from '../../text/command-lines.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './registries.module.css';
import { RegistriesFrame, RegistriesHead } from './registries-frame.tsx';
import { addressWords } from './registries-words.ts';
import { SkillCount } from './skill-count.tsx';
import { squareAt } from './square-at.ts';
import { WhoAnswers } from './who-answers.tsx';

/** A browser can't change the list. */
export function PageRegistries() {
  const status = useService(({ status }) => status);
  const layers = status?.registries ?? (status === undefined ? [] : [onlyLayer(status)]);
  const updates = layers.map(({ state }) => ({ update: state === 'update' ? state : null }));
  return (
    <RegistriesFrame aside={<WhoAnswers />}>
      <RegistriesHead registries={updates.slice(1)} />
      {status === undefined ? (
        <SkeletonRows rows={2} />
      ) : (
        <ol className={styles.layers}>
          {layers.map((layer, index) => (
            <Layer key={layer.name} layer={layer} index={index} isSample={isSample(index, status)} />
          ))}
        </ol>
      )}
      <Commands layers={layers} />
    </RegistriesFrame>
  );
}

function isSample(index: number, { registry }: Status): boolean {
  return index === 0 && registry.sample === true;
}

/** Of a service without layers. */
function onlyLayer({ registry, counts }: Status): ServedLayer {
  const name = registry.path.split(/[\\/]/).findLast((part) => part !== '') ?? registry.path;
  const state = registry.available ? 'ready' : 'failed';
  return { name, path: registry.path, skills: counts.skills, shadowed: 0, state };
}

function Layer({
  layer,
  index,
  isSample: ofSample,
}: {
  readonly layer: ServedLayer;
  readonly index: number;
  readonly isSample: boolean;
}) {
  const { name, address, path, commit, state, checked_at: checkedAt } = layer;
  return (
    <li className={styles.layer}>
      <div className={styles.row}>
        <span className={styles.place}>
          <Mark name={squareAt(index)} />
        </span>
        <div className={styles.name}>
          <h2>{ofSample ? 'Sample' : <Revealed text={name} />}</h2>
          <p className="mono path">
            <Revealed text={address === undefined ? (path ?? '') : addressWords({ address })} />
          </p>
        </div>
        <SkillCount skills={layer.skills} shadowed={layer.shadowed} isServed />
        <div className={styles.state}>
          {state === 'ready' ? (
            <State tone="good" mark="state-on">
              {address === undefined ? 'Watched' : 'Ready'}
            </State>
          ) : state === 'update' ? (
            <State tone="wait" mark="state-seen">
              An update is known
            </State>
          ) : (
            <State tone="care" mark="state-fail">
              {address === undefined ? 'Not reachable now' : 'The last check failed'}
            </State>
          )}
          <p className="muted">
            {commit !== undefined && <span className="mono">{shortCommit(commit)}</span>}
            {checkedAt !== undefined && (
              <>
                {' '}
                asked <Age since={checkedAt} /> ago
              </>
            )}
          </p>
        </div>
      </div>
    </li>
  );
}

function Commands({ layers }: { readonly layers: readonly ServedLayer[] }) {
  const command = `${commandWords()} registry`;
  const first = layers.find(({ state }) => state === 'update')?.name;
  return (
    <SheetBody>
      <section className={styles.commands} aria-labelledby="commands-title">
        <h2 id="commands-title">In a terminal</h2>
        <p className="soft">
          A page in a browser changes nothing. These commands show what they do, and ask.
        </p>
        <dl>
          <dt>Add a registry</dt>
          <dd>
            <CommandLine line={`${command} add <address>`} isTemplate />
          </dd>
          <dt>Look for updates, and take them</dt>
          <dd>
            <CommandLine line={`${command} update`} />
          </dd>
          <dt>Read an update</dt>
          <dd>
            <CommandLine line={`${command} diff ${first ?? '<name>'}`} isTemplate={first === undefined} />
          </dd>
          <dt>Change the order</dt>
          <dd>
            <CommandLine line={`${command} order <name>…`} isTemplate />
          </dd>
        </dl>
      </section>
    </SheetBody>
  );
}
