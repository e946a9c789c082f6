import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { Image } from 'lucide-react';
import {
  type ComponentPropsWithoutRef,
  createContext,
  memo,
  type ReactElement,
  useContext,
  useEffect,
  useMemo,
} from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { Icon } from '../../../components/icon.tsx';
import { Mark } from '../../../components/mark.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import { HiddenCharacter, Revealed } from '../../../text/revealed.tsx';
import { TextLink } from '../text-link.tsx';
import { CodeBlock } from './code-block.tsx';
import type { HastNode } from './hast.ts';
import { HeadingLink } from './heading-link.tsx';
import styles from './markdown.module.css';
import { HIDDEN_CHARACTER } from './rehype-reveal.ts';

type Entries = 'pitfall' | 'red-line' | undefined;

export interface MarkdownProps {
  readonly page: HastNode;
  readonly entries: Entries;
  /** After each drawing, and for each new function. */
  readonly onDrawn: () => void;
}

/**
 * Untrusted: HTML stays text, images aren't loaded, links lead only to the web, mail or the skill's files
 * (see `TextPlaceContext`).
 */
export default memo(function Markdown({ page, entries, onDrawn }: MarkdownProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another drawing
  useEffect(onDrawn, [page, entries, onDrawn]);
  const drawing = useMemo(() => drawPage(page), [page]);
  return (
    <EntriesContext value={entries}>
      <div className={styles.markdown} data-markdown>
        {drawing}
      </div>
    </EntriesContext>
  );
});

function drawPage(page: HastNode): ReactElement {
  return toJsxRuntime(page as Parameters<typeof toJsxRuntime>[0], {
    Fragment,
    components: COMPONENTS,
    ignoreInvalidStyle: true,
    jsx,
    jsxs,
    passKeys: true,
    passNode: true,
  });
}

const EntriesContext = createContext<Entries>(undefined);

const ENTRY_MARKS = {
  pitfall: { mark: 'severity-warning', word: 'Pitfall' },
  'red-line': { mark: 'severity-error', word: 'Red line' },
} as const;

/** Constant: new components would remount elements and lose focus and selection. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <TextLink href={href ?? ''}>{children}</TextLink>,
  img: ({ alt, src }) => <ImageStandIn alt={alt ?? ''} src={typeof src === 'string' ? src : ''} />,
  pre: ({ node, children }) => {
    const { data, properties } = (node ?? {}) as Partial<HastNode>;
    return (
      <CodeBlock raw={data?.raw ?? ''} line={readLine(properties)}>
        {children}
      </CodeBlock>
    );
  },
  table: ({ children }) => (
    <ScrollBox className={styles.table ?? ''} label="Table">
      <table>{children}</table>
    </ScrollBox>
  ),
  input: ({ checked }) => <span className="muted">{checked ? '[x]' : '[ ]'}</span>,
  [HIDDEN_CHARACTER]: ({ title, children }) => <HiddenCharacter code={String(children)} name={title ?? ''} />,
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  h5: heading('h5'),
};

function readLine(properties: HastNode['properties']): number | undefined {
  const line = properties?.['dataLine'];
  return typeof line === 'number' ? line : undefined;
}

function heading(Tag: 'h2' | 'h3' | 'h4' | 'h5') {
  return function Heading({ children, id, node }: ComponentPropsWithoutRef<'h2'> & { node?: unknown }) {
    const entries = useContext(EntriesContext);
    const properties = (node as HastNode | undefined)?.properties;
    const number = properties?.['dataEntry'];
    const entry = entries === undefined || typeof number !== 'string' ? undefined : ENTRY_MARKS[entries];
    return (
      <Tag
        id={id}
        data-line={readLine(properties)}
        {...(entry === undefined ? {} : { 'data-entry': number, 'data-kind': entries })}
      >
        {entry !== undefined && (
          <span
            className={styles.gutter}
            data-gutter
            title={number === '' ? entry.word : `${entry.word} ${number}`}
          >
            <Mark name={entry.mark} />
            {number !== '' && (
              <span className="number" aria-hidden="true">
                {String(number)}
              </span>
            )}
          </span>
        )}
        {children}
        {id !== undefined && <HeadingLink id={id} />}
      </Tag>
    );
  };
}

const LONGEST_SOURCE = 120;

/** Loading an image would reveal the reader to the host. */
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
