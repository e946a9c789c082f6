import { Image } from 'lucide-react';
import {
  type ComponentPropsWithoutRef,
  createContext,
  memo,
  type ReactElement,
  useContext,
  useEffect,
} from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { Icon } from '../../../components/icon.tsx';
import { Mark } from '../../../components/mark.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import { HiddenCharacter, Revealed } from '../../../text/revealed.tsx';
import { TextLink } from '../text-link.tsx';
import { unwrapWholeFence } from '../unwrap-fence.ts';
import { CodeBlock } from './code-block.tsx';
import { rehypeCodeLines } from './code-rails.ts';
import type { HastNode } from './hast.ts';
import styles from './markdown.module.css';
import { rehypeOutline } from './rehype-outline.ts';
import { HIDDEN_CHARACTER, rehypeReveal } from './rehype-reveal.ts';

type Entries = 'pitfall' | 'red-line' | undefined;

export interface MarkdownProps {
  readonly text: string;
  /** What its entries are, where the file has entries. */
  readonly entries: Entries;
  /** Called after each drawing, when headings and blocks are on the page; the same function as long as possible. */
  readonly onDrawn: () => void;
}

/**
 * A skill's text as a page; its links start from the `TextPlaceContext`. It comes from others: raw HTML is shown as
 * text, images aren't loaded, links lead only to the web, to mail or to files of this skill.
 */
export default memo(function Markdown({ text, entries, onDrawn }: MarkdownProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another drawing
  useEffect(onDrawn, [text, entries, onDrawn]);
  return (
    <EntriesContext value={entries}>
      <div className={styles.markdown} data-markdown>
        {drawPage(text, entries !== undefined)}
      </div>
    </EntriesContext>
  );
});

/** Texts that are kept parsed: those that one goes back and forth between. */
const KEPT_PAGES = 8;
const pages = new Map<string, ReactElement>();

/**
 * Parsing costs more than everything else in the window, so it is done once for each text: not again for a drawing that
 * was given up, nor on the way back from another file.
 */
function drawPage(text: string, hasEntries: boolean): ReactElement {
  const key = `${hasEntries}:${text}`;
  const page = pages.get(key) ?? parsePage(text, hasEntries);
  // Used last is forgotten last.
  pages.delete(key);
  pages.set(key, page);
  for (const oldest of pages.keys()) {
    if (pages.size <= KEPT_PAGES) break;
    pages.delete(oldest);
  }
  return page;
}

function parsePage(text: string, hasEntries: boolean): ReactElement {
  return ReactMarkdown({
    children: unwrapWholeFence(text),
    remarkPlugins: [remarkGfm],
    rehypePlugins: [
      [rehypeHighlight, { detect: false }],
      rehypeCodeLines,
      [rehypeOutline, { entries: hasEntries }],
      rehypeReveal,
    ],
    // The link component decides what an address may be: it can say so where one is refused.
    urlTransform: (url) => url,
    components: COMPONENTS,
  });
}

const EntriesContext = createContext<Entries>(undefined);

const ENTRY_MARKS = {
  pitfall: { mark: 'severity-warning', word: 'Pitfall' },
  'red-line': { mark: 'severity-error', word: 'Red line' },
} as const;

/** Always the same ones: another component would be another element, and take focus and selection with it. */
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
      </Tag>
    );
  };
}

const LONGEST_SOURCE = 120;

/** An image would tell its host that someone reads this. */
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
