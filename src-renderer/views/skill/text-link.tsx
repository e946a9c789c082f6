import type { ReactNode } from 'react';
import { WebLink } from '../../components/web-link.tsx';
import { formatRoute } from '../../route/route.ts';
import { linkTarget } from './link-target.ts';

/** A link in a skill's text: leads where it may, or shows that it doesn't. */
export function TextLink({
  href,
  skillKey,
  file,
  files,
  children,
}: {
  readonly href: string;
  readonly skillKey: string;
  readonly file: string;
  readonly files: readonly string[];
  readonly children?: ReactNode;
}) {
  const target = linkTarget(href, file, files);
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
        <span className="refused-link" title={`${target.reason} ${href.slice(0, 200)}`}>
          {children}
        </span>
      );
  }
}
