import type { ReactNode } from 'react';
import { SheetHead } from '../../components/sheet.tsx';
import { ViewAside, WithAside } from '../../components/view-aside.tsx';
import { useRegistry, useService } from '../../stores/use-stores.tsx';
import { formatCount, plural } from '../../text/format.ts';
import styles from './registries.module.css';

export function RegistriesFrame({
  aside,
  children,
}: {
  readonly aside: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <WithAside aside={<ViewAside label="How registries answer">{aside}</ViewAside>}>
      <section aria-labelledby="registries-title">{children}</section>
    </WithAside>
  );
}

export function RegistriesHead({
  registries,
}: {
  readonly registries: ReadonlyArray<{ readonly update: unknown }>;
}) {
  const skills = useService(({ status }) => status?.counts.skills);
  const served = useService(({ status }) => status?.registries?.length ?? 1);
  const loaded = useRegistry((registry) => registry.skills.length);
  const updates = registries.filter(({ update }) => update !== null).length;
  const count = skills ?? loaded;
  return (
    <>
      <SheetHead>
        <h1 id="registries-title">Registries</h1>
        <p className="muted number">
          {served > 1 && `${formatCount(served)} in this order, `}
          {plural(count, 'skill')}
          {updates > 0 && `; ${plural(updates, 'update')} ${updates === 1 ? 'waits' : 'wait'} for you`}
        </p>
        <a className="link plain push" href="#/browse">
          Browse the skills
        </a>
      </SheetHead>
      <p className={styles.say}>
        <b>The first that has a key answers.</b> Your own folder is asked first, so nothing from elsewhere
        changes what you wrote. An update is a proposal: read it, take it, or leave it.
      </p>
    </>
  );
}
