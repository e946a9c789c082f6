import { createContext, type ReactNode, useContext } from 'react';
import { desktop } from '../../desktop.ts';
import { Revealed } from '../../text/revealed.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import type { Address } from './address.ts';
import { linkTarget } from './link-target.ts';

export interface TextPlace {
  /** Base of relative links. */
  readonly file: string;
  /** Allowed targets. */
  readonly files: readonly string[];
  readonly address: Address;
}

/** A new file list updates links without redrawing the text. */
export const TextPlaceContext = createContext<TextPlace>({ file: '', files: [], address: () => '#/' });

const OPENS = desktop === undefined ? 'web-and-mail' : 'https';
const LONGEST_ADDRESS = 200;

/** A link of an untrusted text. A refused one stays text, with its address and the reason. */
export function SkillLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  const { file, files, address } = useContext(TextPlaceContext);
  const target = linkTarget(href, { from: file, files, opens: OPENS });
  switch (target.kind) {
    case 'web':
      return (
        <TextLink to={target.url} title={target.url}>
          {children}
        </TextLink>
      );
    case 'anchor':
      return <TextLink to={address({ file, at: target.at })}>{children}</TextLink>;
    case 'file':
      return (
        <TextLink to={address({ file: target.file, ...(target.at !== undefined && { at: target.at }) })}>
          {children}
        </TextLink>
      );
    case 'refused': {
      const shown = href.length > LONGEST_ADDRESS ? `${href.slice(0, LONGEST_ADDRESS)}…` : href;
      return (
        <span title={target.reason}>
          {children}{' '}
          <small className="muted">
            (no link: <Revealed text={shown} />
            <span className="hidden-text">, {target.reason}</span>)
          </small>
        </span>
      );
    }
  }
}
