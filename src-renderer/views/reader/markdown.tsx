import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { Image } from 'lucide-react';
import { type ComponentPropsWithoutRef, createContext, memo, useContext, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { CopyButton } from '../../ui/copy.tsx';
import { Icon, Mark } from '../../ui/marks.tsx';
import { HiddenCharacter, Revealed } from '../../ui/revealed.tsx';
import styles from './markdown.module.css';
import {
  type HastNode,
  HIDDEN_CHARACTER,
  type LineProblem,
  PROBLEM_NOTE,
  withProblems,
} from './page-tree.ts';
import { SkillLink } from './skill-link.tsx';

/** What the numbered headings of a file are. */
export type Entries = 'pitfall' | 'red-line' | undefined;

/**
 * Draws an untrusted text: HTML stays text, images aren't loaded, and links lead only to the web, to mail, or to the
 * skill's files (see `SkillLink`).
 */
export const Markdown = memo(function Markdown({
  page,
  entries,
  problems,
}: {
  readonly page: HastNode;
  readonly entries: Entries;
  readonly problems: readonly LineProblem[];
}) {
  const drawing = useMemo(
    () =>
      toJsxRuntime(withProblems(page, problems) as Parameters<typeof toJsxRuntime>[0], {
        Fragment,
        jsx,
        jsxs,
        components: COMPONENTS,
        ignoreInvalidStyle: true,
        passKeys: true,
      }),
    [page, problems],
  );
  return (
    <EntriesContext value={entries}>
      <div className={styles.markdown} data-markdown>
        {drawing}
      </div>
    </EntriesContext>
  );
});

const EntriesContext = createContext<Entries>(undefined);

/** The properties of a block. The parser's data attributes reach the components as properties. */
type BlockProps<Tag extends 'pre' | 'h2'> = ComponentPropsWithoutRef<Tag> & {
  readonly 'data-code'?: string;
  readonly 'data-entry'?: string;
};

/**
 * The components that draw elements. They never change: new ones would be mounted anew, and lose focus and selection.
 */
const COMPONENTS: Components = {
  a: ({ href, children }) => <SkillLink href={href ?? ''}>{children}</SkillLink>,
  img: ({ alt, src }) => <ImageStandIn alt={alt ?? ''} src={typeof src === 'string' ? src : ''} />,
  pre: ({ 'data-code': code = '', ...props }: BlockProps<'pre'>) => (
    <div className={styles.code}>
      <pre {...props} />
      <span className={styles.copy}>
        <CopyButton text={code} what="the code" />
      </span>
    </div>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/useSemanticElements: neither a form's fields nor a part of the outline
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.table} role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => <span className="muted">{checked ? '[x]' : '[ ]'}</span>,
  [HIDDEN_CHARACTER]: ({ title, children }) => <HiddenCharacter code={String(children)} name={title ?? ''} />,
  [PROBLEM_NOTE]: ({ children }) => (
    <p className={styles.problem} role="note">
      <Mark name="warning" tone="care" />
      <Revealed text={String(children)} />
    </p>
  ),
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  h5: heading('h5'),
  h6: heading('h6'),
};

const ENTRY_MARKS = {
  pitfall: { name: 'warning', tone: 'care', word: 'Pitfall' },
  'red-line': { name: 'error', tone: 'bad', word: 'Red line' },
} as const;

function heading(Tag: 'h2' | 'h3' | 'h4' | 'h5' | 'h6') {
  return function Heading({ children, 'data-entry': number, ...props }: BlockProps<'h2'>) {
    const entries = useContext(EntriesContext);
    const mark = entries === undefined || number === undefined ? undefined : ENTRY_MARKS[entries];
    return (
      <Tag {...props} {...(mark && { 'data-entry': number, 'data-kind': entries })}>
        {mark && (
          <span className={styles.gutter} title={`${mark.word} ${number}`.trim()}>
            <Mark name={mark.name} tone={mark.tone} />
            {number !== '' && <span aria-hidden="true">{number}</span>}
          </span>
        )}
        {children}
      </Tag>
    );
  };
}

const LONGEST_SOURCE = 120;

/** What stands for an image: loading it would reveal the reader to its host. */
function ImageStandIn({ alt, src }: { readonly alt: string; readonly src: string }) {
  const shown = src.length > LONGEST_SOURCE ? `${src.slice(0, LONGEST_SOURCE)}…` : src;
  return (
    <span className={styles.image}>
      <Icon of={Image} />
      {alt === '' ? 'Image' : <Revealed text={alt} />}{' '}
      <span className="muted">
        not loaded: <Revealed text={shown} />
      </span>
    </span>
  );
}
