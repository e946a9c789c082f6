import { useEffect } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import { desktop } from '../../desktop.ts';
import { useStores } from '../../stores/use-stores.tsx';
import { AppRegistries } from './app-registries.tsx';
import { PageRegistries } from './page-registries.tsx';
import { UpdatePage } from './update-page.tsx';

export default function RegistriesView({ name }: { readonly name: string | undefined }) {
  if (desktop === undefined) return <PageRegistries />;
  return <InTheApp bridge={desktop} name={name} />;
}

function InTheApp({ bridge, name }: { readonly bridge: DesktopBridge; readonly name: string | undefined }) {
  const { addedRegistries } = useStores();
  // The command line may have changed the list. A failure is in the state.
  useEffect(() => {
    bridge.listRegistries().then(addedRegistries.take, () => {});
  }, [bridge, addedRegistries]);
  return name === undefined ? (
    <AppRegistries bridge={bridge} />
  ) : (
    <UpdatePage key={name} bridge={bridge} name={name} />
  );
}
