import { type ReactNode, useContext } from 'react';
import { Term } from '../../components/term.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { formatRoute } from '../../route/route.ts';
import { Revealed } from '../../text/revealed.tsx';
import { linkTarget, webTarget } from './link-target.ts';
import { OPENS, TextPlaceContext } from './text-place.ts';

const LONGEST_ADDRESS = 200;

export function TextLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  const { skillKey, file, files } = useContext(TextPlaceContext);
  const target = linkTarget(href, { from: file, files, opens: OPENS });
  switch (target.kind) {
    case 'web':
      return (
        <WebLink url={target.url} title={target.url}>
          {children}
        </WebLink>
      );
    case 'anchor':
      return (
        <a className="link" href={formatRoute({ view: 'skill', key: skillKey, file, at: target.at })}>
          {children}
        </a>
      );
    case 'file':
      return (
        <a
          className="link"
          href={formatRoute({
            view: 'skill',
            key: skillKey,
            file: target.file,
            ...(target.at === undefined ? {} : { at: target.at }),
          })}
        >
          {children}
        </a>
      );
    case 'refused':
      return (
        <RefusedLink address={href} reason={target.reason}>
          {children}
        </RefusedLink>
      );
  }
}

/** From a skill's metadata. */
export function OutsideLink({ address }: { readonly address: string }) {
  const target = webTarget(address, OPENS);
  const shown = <Revealed text={address.replace(/^https?:\/\//, '')} />;
  return target.kind === 'web' ? (
    <WebLink url={target.url}>{shown}</WebLink>
  ) : (
    <RefusedLink address={address} reason={target.reason}>
      {shown}
    </RefusedLink>
  );
}

function RefusedLink({
  address,
  reason,
  children,
}: {
  readonly address: string;
  readonly reason: string;
  readonly children?: ReactNode;
}) {
  const shown = address.length > LONGEST_ADDRESS ? `${address.slice(0, LONGEST_ADDRESS)}…` : address;
  return (
    <Term
      meaning={
        <>
          {reason} <Revealed text={shown} />
        </>
      }
    >
      {children}
    </Term>
  );
}
