import type { ReactNode } from 'react';
import { CommandLine } from '../components/command-line.tsx';
import { Sheet, SheetHead } from '../components/sheet.tsx';
import { Empty, Notice, SkeletonRows } from '../components/states.tsx';
import type { Origin, Resource } from '../stores/resource.ts';
import { isSameData } from '../stores/same-data.ts';
import { useService } from '../stores/use-stores.tsx';
import { formatClock } from '../text/format.ts';
import { HelpButtons } from './help-buttons.tsx';
import { thisHost } from './service-words.ts';
import styles from './view-frame.module.css';
import { type Reason, viewReason } from './view-reason.ts';

type Some = Resource<unknown> | readonly Resource<unknown>[];
type ValueOf<R> = R extends { readonly value: infer T } ? Exclude<T, undefined> : never;
type Values<Of> = Of extends readonly unknown[]
  ? { readonly [At in keyof Of]: ValueOf<Of[At]> }
  : ValueOf<Of>;

/** Loaded values, old values below a banner, or a reason with actions. Several resources yield an array. */
export function ViewFrame<const Of extends Some>({
  of,
  whole = false,
  title,
  rows = 10,
  children,
}: {
  readonly of: Of;
  /** Fills the view. */
  readonly whole?: boolean;
  /** Also shown above a reason. */
  readonly title?: string;
  readonly rows?: number;
  readonly children: (value: Values<Of>) => ReactNode;
}) {
  const resources: readonly Resource<unknown>[] = isList(of) ? of : [of];
  const reason = useService((service) => viewReason(service, resources, thisHost(service)), isSameData);
  const isThere = resources.every(({ value }) => value !== undefined);
  if (!isThere)
    return (
      <NothingYet whole={whole} title={title}>
        {reason === undefined ? (
          <SkeletonRows rows={rows} />
        ) : (
          <ReasonText reason={reason} resources={resources} whole={whole && title === undefined} />
        )}
      </NothingYet>
    );
  const values = resources.map(({ value }) => value);
  return (
    <div className={styles.frame} data-old={reason !== undefined || undefined}>
      {reason !== undefined && <OldStrip reason={reason} resources={resources} />}
      {children((isList(of) ? values : values[0]) as Values<Of>)}
    </div>
  );
}

function isList(of: Some): of is readonly Resource<unknown>[] {
  return Array.isArray(of);
}

function NothingYet({
  whole,
  title,
  children,
}: {
  readonly whole: boolean;
  readonly title: string | undefined;
  readonly children: ReactNode;
}) {
  if (!whole) return children;
  return (
    <Sheet whole>
      {title !== undefined && (
        <SheetHead>
          <h1>{title}</h1>
        </SheetHead>
      )}
      {children}
    </Sheet>
  );
}

function ReasonText({
  reason,
  resources,
  whole,
}: {
  readonly reason: Reason;
  readonly resources: readonly Resource<unknown>[];
  readonly whole: boolean;
}) {
  const text = (
    <Empty
      title={reason.title}
      whole={whole}
      actions={reason.help.length === 0 ? undefined : <HelpButtons reason={reason} resources={resources} />}
    >
      <p role={reason.isNormalWait ? 'status' : 'alert'}>{reason.text}</p>
      {reason.command !== undefined && (
        <p>
          <CommandLine line={reason.command} />
        </p>
      )}
    </Empty>
  );
  return whole ? text : <div className={styles.reason}>{text}</div>;
}

function OldStrip({
  reason,
  resources,
}: {
  readonly reason: Reason;
  readonly resources: readonly Resource<unknown>[];
}) {
  const oldest = resources
    .map(({ of }) => of)
    .filter((of): of is Origin => of !== undefined)
    .reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  return (
    <Notice
      tone="still"
      mark="state-off"
      title={reason.title}
      action={
        <span className="actions">
          <HelpButtons reason={reason} resources={resources} />
        </span>
      }
    >
      <p>This view is from {formatClock(oldest, new Date())}.</p>
    </Notice>
  );
}
