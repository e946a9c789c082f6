import { fileReadWords, lastFileRead } from '../../activity/file-reads.ts';
import { CopyButton } from '../../components/copy.tsx';
import { isProven } from '../../connect/client-progress.ts';
import type { ProofPrompt } from '../../connect/proof-prompt.ts';
import type { Client } from '../../connect/use-clients.ts';
import { formatRoute } from '../../route/route.ts';
import { useActivity } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import styles from './home.module.css';
export const PROMPT_ID = 'proving-prompt';

export function ProvingPrompt({
  prompt,
  clients,
}: {
  readonly prompt: ProofPrompt;
  readonly clients: readonly Client[];
}) {
  const at = (...stages: readonly string[]) =>
    clients.filter(({ progress }) => stages.includes(progress.stage));
  const [waiting] = at('seen', 'waiting');
  const works = at('works').length > 0;
  if (isProven(clients.map(({ progress }) => progress))) return <ProvenLine prompt={prompt} />;
  const canAsk = waiting !== undefined || works || at('no-call').length > 0;
  // If a client works and no other client is waiting, no step is due.
  const isDue = canAsk && (waiting !== undefined || !works);
  return (
    <section
      id={PROMPT_ID}
      className={`edged ${styles.prove}`}
      data-next={isDue || undefined}
      aria-labelledby="prove-title"
    >
      <header>
        <h2 id="prove-title">Ask your agent</h2>
        <span className="muted">{nextWords(waiting, works || at('no-call').length > 0)}</span>
        <span role="status">
          <LiveProof />
        </span>
      </header>
      <p className={styles.prompt}>{prompt.text}</p>
      <div className={styles.proveEnd}>
        <p className="soft">
          Right when the answer names <b>{prompt.skill}</b> and <b>{prompt.file}</b>.{' '}
          {canAsk && (
            <>
              Its row above then says <b>Works</b>.
            </>
          )}
        </p>
        <CopyButton look={isDue ? 'main' : 'plain'} text={prompt.text} said="Copied the prompt">
          Copy the prompt
        </CopyButton>
      </div>
    </section>
  );
}

/** For the next client. */
function ProvenLine({ prompt }: { readonly prompt: ProofPrompt }) {
  return (
    <section id={PROMPT_ID} className={styles.proven} aria-labelledby="prove-title">
      <h2 id="prove-title">Ask your agent</h2>
      <p className="muted" title={prompt.text} role="status">
        <LiveProof otherwise="proven: its calls are answered" />
      </p>
      <CopyButton look="bare" text={prompt.text} said="Copied the prompt">
        Copy the prompt
      </CopyButton>
    </section>
  );
}

/** Last file read by an agent; app only. */
function LiveProof({ otherwise = '' }: { readonly otherwise?: string }) {
  const events = useActivity().value?.events;
  const read = lastFileRead(events ?? []);
  if (read === undefined) return otherwise;
  return (
    <span key={read.at} className={styles.live}>
      <a className="link" href={formatRoute({ view: 'skill', key: read.key, file: read.file })}>
        <Revealed text={fileReadWords(read)} />
      </a>
    </span>
  );
}

function nextWords(waiting: Client | undefined, canAsk: boolean): string {
  if (waiting === undefined) return canAsk ? '' : 'after the first one is connected';
  return waiting.progress.stage === 'seen'
    ? `next: ${waiting.name}, which has started, and got no answer yet`
    : `next: ${waiting.name}, which is set up but hasn’t called`;
}
