import { RotateCw } from 'lucide-react';
import type { DesktopBridge, RegistriesState } from '../../../src-main/contract/desktop-bridge.ts';
import type { ShownRegistry } from '../../../src-server/contract/service/registry-work.ts';
import { Age } from '../../components/age.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { SheetBody } from '../../components/sheet.tsx';
import { Notice, SkeletonRows } from '../../components/states.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { AsideSection } from '../../components/view-aside.tsx';
import { useAddedRegistries, useService, useSettings, useStores } from '../../stores/use-stores.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { AddRegistry } from './add-registry.tsx';
import { OwnRow } from './own-row.tsx';
import styles from './registries.module.css';
import { RegistriesFrame, RegistriesHead } from './registries-frame.tsx';
import { hostOf } from './registries-words.ts';
import { RegistryRow } from './registry-row.tsx';
import { useOrder } from './use-order.ts';
import { WhoAnswers } from './who-answers.tsx';

export function AppRegistries({ bridge }: { readonly bridge: DesktopBridge }) {
  const { value: state } = useAddedRegistries();
  const registries = state?.registries ?? [];
  return (
    <RegistriesFrame
      aside={
        <>
          <WhoAnswers />
          {state !== undefined && registries.length > 0 && <Updates bridge={bridge} state={state} />}
          <Sent />
        </>
      }
    >
      <RegistriesHead registries={registries} />
      {state?.trouble != null && (
        <SheetBody>
          <Notice tone="bad" title={<Revealed text={state.trouble} />} />
        </SheetBody>
      )}
      {state === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <>
          <Rows bridge={bridge} state={state} registries={registries} />
          <AddRegistry bridge={bridge} state={state} />
        </>
      )}
    </RegistriesFrame>
  );
}

function Rows({
  bridge,
  state,
  registries,
}: {
  readonly bridge: DesktopBridge;
  readonly state: RegistriesState;
  readonly registries: readonly ShownRegistry[];
}) {
  const layers = useService(({ status }) => status?.registries);
  const { addedRegistries } = useStores();
  const attempt = useAttempt();
  const { ordered, dragOf, move } = useOrder(registries, (names) =>
    attempt(() => bridge.changeRegistry({ do: 'order', names }).then(addedRegistries.take)),
  );
  const next = ordered.find(({ update }) => update !== null)?.name;
  return (
    <ol className={styles.layers}>
      <OwnRow />
      {ordered.map((registry, index) => (
        <RegistryRow
          key={registry.name}
          bridge={bridge}
          registry={registry}
          layer={layers?.find(({ name, address }) => name === registry.name && address !== undefined)}
          isNext={registry.name === next}
          isChecking={state.checking.includes(registry.name)}
          at={index + (layers?.[0]?.address === undefined ? 1 : 0)}
          drag={dragOf(registry.name)}
          onMove={(by) => move(registry.name, by)}
        />
      ))}
    </ol>
  );
}

function Updates({ bridge, state }: { readonly bridge: DesktopBridge; readonly state: RegistriesState }) {
  const { addedRegistries } = useStores();
  const attempt = useAttempt();
  const isOn = useSettings().value?.settings.checkRegistries ?? true;
  const last = lastAsked(state.registries ?? []);
  const isChecking = state.checking.length > 0;
  const look = () =>
    attempt(() => bridge.checkRegistries({ names: null, again: false }).then(addedRegistries.take));
  return (
    <AsideSection title="Updates">
      <p>
        {isOn ? 'Addresses are asked once a day' : 'Addresses are asked only when you look'}
        {last !== undefined && (
          <>
            ; last <Revealed text={last.host} />, <Age since={last.at} /> ago
          </>
        )}
        . <b>No update is taken without you</b>, unless you follow a registry.{' '}
        <a className="link" href="#/settings">
          Settings
        </a>
      </p>
      <p className="actions">
        <Button aria-disabled={isChecking} onClick={isChecking ? undefined : look}>
          <Icon of={RotateCw} />
          {isChecking ? `Asking ${plural(state.checking.length, 'address', 'addresses')}…` : 'Look now'}
        </Button>
      </p>
    </AsideSection>
  );
}

function lastAsked(
  registries: readonly ShownRegistry[],
): { readonly host: string; readonly at: string } | undefined {
  const [last] = registries
    .flatMap(({ address, checked_at: at }) => (at === null ? [] : [{ host: hostOf(address), at }]))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return last;
}

function Sent() {
  return (
    <AsideSection title="Sent">
      <p>
        The app asks only the addresses that you added, and sends them nothing but that request. What is
        fetched is read, never run.
      </p>
    </AsideSection>
  );
}
