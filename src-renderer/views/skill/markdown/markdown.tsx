import { Image } from 'lucide-react';

import { type ComponentPropsWithoutRef, useEffect, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { CodeBox } from '../../../components/code-box.tsx';
import { CopyButton } from '../../../components/copy.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Mark } from '../../../components/mark.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import { TextLink } from '../text-link.tsx';
import { unwrapWholeFence } from '../unwrap-fence.ts';
import { rehypeCodeLines } from './code-rails.ts';
import type { HastNode } from './hast.ts';
import { rehypeOutline } from './rehype-outline.ts';
import { rehypeReveal } from './rehype-reveal.ts';

export interface MarkdownProps {
  readonly text: string;
  readonly skillKey: string;
  /** Relative path of the file, which relative links start from. */
  readonly file: string;
  /** Paths that links may lead to. */
  readonly files: readonly string[];
  /** What its entries are, where the file has entries. */
  readonly entries: 'pitfall' | 'red-line' | undefined;
  /** Called after each drawing, when headings and blocks are on the page. */
  readonly onDrawn: () => void;
}

/**
 * A skill's text as a page. It comes from others: raw HTML is shown as text, images aren't loaded, links lead only to
 * the web, to mail or to files of this skill.
 */
export default function Markdown({ text, skillKey, file, files, entries, onDrawn }: MarkdownProps) {
  const body = useMemo(() => unwrapWholeFence(text), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another drawing
  useEffect(onDrawn, [body, onDrawn]);
  const components = useMemo<Components>(
    () => ({
      a: ({ href, children }) => (
        <TextLink href={href ?? ''} skillKey={skillKey} file={file} files={files}>
          {children}
        </TextLink>
      ),
      img: ({ alt, src }) => <ImageStandIn alt={alt ?? ''} src={typeof src === 'string' ? src : ''} />,
      pre: ({ node, children }) => <CodeBlock node={node as HastNode | undefined}>{children}</CodeBlock>,
      table: ({ children }) => (
        <ScrollBox className="table-scroll" label="Table">
          <table>{children}</table>
        </ScrollBox>
      ),
      input: ({ checked }) => <span className="muted">{checked ? '[x]' : '[ ]'}</span>,
      h2: heading('h2', entries),
      h3: heading('h3', entries),
      h4: heading('h4', entries),
      h5: heading('h5', entries),
    }),
    [skillKey, file, files, entries],
  );
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[
          [rehypeHighlight, { detect: false }],
          rehypeCodeLines,
          [rehypeOutline, { entries: entries !== undefined }],
          rehypeReveal,
        ]}
        // The link component decides what an address may be: it can say so where one is refused.
        urlTransform={(url) => url}
        components={components}
      >
        {body}
      </ReactMarkdown>
    </div>
  );
}

const ENTRY_MARKS = {
  pitfall: { mark: 'severity-warning', word: 'Pitfall' },
  'red-line': { mark: 'severity-error', word: 'Red line' },
} as const;

function heading(Tag: 'h2' | 'h3' | 'h4' | 'h5', entries: MarkdownProps['entries']) {
  return ({ children, id, node }: ComponentPropsWithoutRef<'h2'> & { node?: unknown }) => {
    const properties = (node as HastNode | undefined)?.properties ?? {};
    const number = properties['dataEntry'];
    const entry = entries === undefined || typeof number !== 'string' ? undefined : ENTRY_MARKS[entries];
    return (
      <Tag
        id={id}
        data-line={properties['dataLine']}
        {...(entry === undefined ? {} : { className: `entry ${entries}`, 'data-entry': number })}
      >
        {entry !== undefined && (
          <span className="gutter" title={number === '' ? entry.word : `${entry.word} ${number}`}>
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

function CodeBlock({
  node,
  children,
}: {
  readonly node: HastNode | undefined;
  readonly children: React.ReactNode;
}) {
  const raw = node?.data?.raw ?? '';
  return (
    <div className="block" data-line={node?.properties?.['dataLine']}>
      <CodeBox label="Code">{children}</CodeBox>
      <CopyButton text={raw} said="Copied the code" size="small" className="code-copy">
        Copy
      </CopyButton>
    </div>
  );
}

/** An image would tell its host that someone reads this. */
function ImageStandIn({ alt, src }: { readonly alt: string; readonly src: string }) {
  const shown = src.length > 120 ? `${src.slice(0, 120)}…` : src;
  return (
    <span className="image-stand-in" title={shown}>
      <Icon of={Image} />
      {alt === '' ? 'Image' : alt} <span className="muted">not loaded: {shown}</span>
    </span>
  );
}
