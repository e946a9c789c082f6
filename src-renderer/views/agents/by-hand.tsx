import { useService } from '../../data/use-service.ts';
import { curlLine, ownShell } from '../../text/command-lines.ts';
import { CommandLine } from '../../ui/show/code.tsx';
import styles from './agents.module.css';
import { Snippet } from './snippet.tsx';

/** Programs that are not in the list. */
export function ByHand({ mcpUrl }: { readonly mcpUrl: string | undefined }) {
  const { address } = useService().state;
  if (mcpUrl === undefined || address === undefined) return null;
  const entry = { mcpServers: { 'skills-registry': { type: 'http', url: mcpUrl } } };
  return (
    <div className={styles.byHand}>
      <h2>By hand</h2>
      <p className="soft">Any other program that speaks MCP asks at this address:</p>
      <CommandLine line={mcpUrl} />
      <Snippet
        name="another program"
        text={JSON.stringify(entry, undefined, 2)}
        place="the program’s MCP settings"
      />
      <p className="soft">Scripts ask over HTTP:</p>
      <CommandLine line={curlLine(address, '/v1/find?q=deadlock', ownShell(navigator))} />
    </div>
  );
}
