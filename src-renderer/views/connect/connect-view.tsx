import { CopyButton } from '../../components/copy.tsx';
import { Sheet, SheetHead } from '../../components/sheet.tsx';
import { Notice } from '../../components/states.tsx';
import { desktop } from '../../desktop.ts';
import { useService } from '../../world/use-world.tsx';
import { BrowserClients } from './browser-clients.tsx';
import { DesktopClients } from './desktop-clients.tsx';
import './connect.css';

/** Every way to connect a program: the two addresses, then the IDEs and agents one by one. */
export default function ConnectView() {
  const mcpUrl = useService(({ lastStatus }) => lastStatus?.mcpUrl);
  const address = useService((service) => service.address);
  return (
    <Sheet whole scrolls className="connect">
      <SheetHead>
        <h1>Connect</h1>
        <span className="muted number">Your IDEs and agents, and everything else that speaks HTTP</span>
      </SheetHead>
      {mcpUrl === undefined || address === undefined ? (
        <div className="connect-notice">
          <Notice tone="care" title="There is no address to connect to until the service answers.">
            <p>
              See{' '}
              <a className="link" href="#/">
                Home
              </a>{' '}
              for what keeps it.
            </p>
          </Notice>
        </div>
      ) : (
        <>
          <dl className="addresses">
            <Address name="For agents and IDEs" note="MCP over Streamable HTTP" url={mcpUrl} />
            <Address name="For everything else" note="HTTP and JSON, reading only" url={address}>
              <a className="link" href="#/api">
                What it answers
              </a>
            </Address>
          </dl>
          {desktop === undefined ? <BrowserClients mcpUrl={mcpUrl} /> : <DesktopClients bridge={desktop} />}
        </>
      )}
    </Sheet>
  );
}

function Address({
  name,
  note,
  url,
  children,
}: {
  readonly name: string;
  readonly note: string;
  readonly url: string;
  readonly children?: React.ReactNode;
}) {
  return (
    <div className="connect-address">
      <dt>
        {name} <span className="muted">{note}</span>
      </dt>
      <dd className="address">
        <span className="figure mono">{url}</span>
        <CopyButton text={url} said={`Copied ${url}`}>
          Copy
        </CopyButton>
        {children}
      </dd>
    </div>
  );
}
