import {
  type ConnectTarget,
  clientSnippet,
  commandLine,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  npxCommand,
} from '../../../src-server/contract/mcp-clients.ts';
import { LinkButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { ClientRow, Way } from './client-row.tsx';
import { Snippet } from './snippet.tsx';

/** The clients in a browser, which sees nobody's settings: links, commands and snippets. */
export function BrowserClients({ mcpUrl }: { readonly mcpUrl: string }) {
  const target: ConnectTarget = { mcpUrl, stdio: npxCommand(navigator.userAgent.includes('Windows')) };
  return (
    <section className="clients" aria-labelledby="clients-title">
      <h2 id="clients-title" className="cap">
        IDEs and agents
      </h2>
      <ul>
        {MCP_CLIENT_IDS.map((id) => {
          const kind = MCP_CLIENTS[id];
          const link = kind.deepLink?.(target);
          const own = kind.command?.(target);
          return (
            <ClientRow key={id} name={kind.name}>
              {link !== undefined && (
                <Way title="By a link">
                  <LinkButton look="main" href={link}>
                    Add to {kind.name}
                  </LinkButton>
                </Way>
              )}
              {own !== undefined && (
                <Way title="By its own command">
                  <code className="command">{commandLine(own)}</code>
                  <CopyButton text={commandLine(own)} said="Copied the command">
                    Copy
                  </CopyButton>
                </Way>
              )}
              <Way title="By hand">
                <Snippet name={kind.name} text={clientSnippet(kind, target)} place={kind.place} />
              </Way>
              {kind.note !== undefined && <p className="soft">{kind.note}</p>}
            </ClientRow>
          );
        })}
      </ul>
      <p className="soft">
        <code>skills connect</code> on the command line, and the desktop app, write these settings for you and
        can take them back.
      </p>
    </section>
  );
}
