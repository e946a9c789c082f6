import { CopyButton } from '../../components/copy.tsx';
import { Notice } from '../../components/states.tsx';
import { useService } from '../../service/service-context.tsx';
import { lastStatus } from '../../service/service-state.ts';
import { baseUrl } from '../../service/service-words.ts';
import './connect.css';

const TOOLS = [
  ['find_skills', 'a question, answered from the texts'],
  ['search_skills', 'a keyword, matched against names and tags'],
  ['get_skill', 'a whole skill by its key'],
  ['get_section', 'one file of a skill'],
] as const;

/** The two addresses that other programs need, and what they find there. */
export default function ConnectView() {
  const { state, server } = useService();
  const mcpUrl = lastStatus(state)?.mcpUrl;
  const address = baseUrl(state, server, location);
  if (mcpUrl === undefined || address === undefined)
    return (
      <div className="sheet full">
        <div className="padded">
          <h1 className="hidden-text">Connect</h1>
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
      </div>
    );
  return (
    <div className="sheet full scroll">
      <div className="head">
        <h1>Connect</h1>
        <span className="sub">Two addresses for every program on this computer</span>
      </div>
      <dl className="addresses">
        <Address
          name="For agents and IDEs"
          note="MCP over Streamable HTTP; give it to a client as the URL of a remote or HTTP server."
          url={mcpUrl}
        />
        <Address name="For everything else" note="Plain HTTP and JSON, reading only." url={address} />
      </dl>
      <section className="tools" aria-labelledby="tools-title">
        <h2 id="tools-title" className="cap">
          What an agent can call
        </h2>
        <dl className="facts">
          {TOOLS.map(([name, does]) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Address({
  name,
  note,
  url,
}: {
  readonly name: string;
  readonly note: string;
  readonly url: string;
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
      </dd>
    </div>
  );
}
