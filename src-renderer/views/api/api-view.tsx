import { CodeBox } from '../../components/code-box.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Sheet, SheetHead } from '../../components/sheet.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { curlLine, ownShell } from '../../text/command-lines.ts';
import { useResource, useService, useWorld } from '../../world/use-world.tsx';
import styles from './api.module.css';
import { type ApiDocument, type ApiOperation, type ApiSchema, readApiDocument } from './api-document.ts';

/** The HTTP interface for people: every path, what it takes and what it answers, from the service's own document. */
export default function ApiView() {
  const { api } = useWorld();
  const address = useService((service) => service.address);
  const document = useResource('openapi', async (signal) => {
    const answer = await api.openApi(signal);
    return answer.ok ? { ...answer, value: readApiDocument(answer.value) } : answer;
  });
  return (
    <ViewFrame of={document} whole>
      {(value) => <Reference document={value} address={address ?? ''} />}
    </ViewFrame>
  );
}

function Reference({ document, address }: { readonly document: ApiDocument; readonly address: string }) {
  return (
    <Sheet whole scrolls>
      <SheetHead>
        <h1>HTTP interface</h1>
        <span className="muted number">
          <WebLink url={`${address}/openapi.json`}>OpenAPI 3.1</WebLink>
        </span>
      </SheetHead>
      <p className={`soft ${styles.about}`}>
        <WithCode text={document.description} />
      </p>
      {document.groups.map(({ name, description, operations }) => (
        <section key={name} className={styles.group} aria-labelledby={`api-${name}`}>
          <h2 id={`api-${name}`}>
            {title(name)} <span className="muted">{description}</span>
          </h2>
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} address={address} />
          ))}
        </section>
      ))}
      <section className={styles.group} aria-labelledby="api-schemas">
        <h2 id="api-schemas">
          Schemas <span className="muted">JSON Schema 2020-12</span>
        </h2>
        {document.schemas.map((schema) => (
          <Schema key={schema.name} schema={schema} />
        ))}
      </section>
    </Sheet>
  );
}

function Operation({ operation, address }: { readonly operation: ApiOperation; readonly address: string }) {
  const { method, path, summary, description, parameters, body, answers } = operation;
  return (
    <article className={styles.operation}>
      <h3>
        <span className={styles.method}>{method}</span> <span className="mono">{path}</span>
        <span className="muted">{summary}</span>
        {method === 'GET' && (
          <CopyButton
            text={curlLine(address, path, ownShell(navigator))}
            said="Copied a curl command"
            look="bare"
            label={`Copy ${path} as a curl command`}
          >
            curl
          </CopyButton>
        )}
      </h3>
      {description !== '' && (
        <p className="soft">
          <WithCode text={description} />
        </p>
      )}
      <FactList>
        {parameters.map(({ name, place, required, description: meaning }) => (
          <div key={`${place} ${name}`}>
            <dt className="mono">{name}</dt>
            <dd>
              <WithCode text={meaning} />{' '}
              <span className="muted">
                {place}
                {required ? '' : ', optional'}
              </span>
            </dd>
          </div>
        ))}
        {body !== '' && (
          <div>
            <dt>Body</dt>
            <dd>
              <SchemaLink name={body} />
            </dd>
          </div>
        )}
        {answers.map(({ status, description: meaning, type, schema }) => (
          <div key={status}>
            <dt className="number">{status}</dt>
            <dd>
              <WithCode text={meaning} />{' '}
              {schema === '' ? <span className="muted">{type}</span> : <SchemaLink name={schema} />}
            </dd>
          </div>
        ))}
      </FactList>
    </article>
  );
}

/** A text with code between backticks, as the document's descriptions have it. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    index % 2 === 0 ? part : <code key={index}>{part}</code>,
  );
}

/** The view's state is the URL's hash, so a link inside of it scrolls instead of going anywhere. */
function SchemaLink({ name }: { readonly name: string }) {
  const show = () => {
    const place = document.getElementById(schemaId(name));
    if (!(place instanceof HTMLDetailsElement)) return;
    place.open = true;
    place.scrollIntoView({ block: 'start' });
    place.querySelector('summary')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={`${styles.schemaLink} mono`} onClick={show}>
      {name}
    </button>
  );
}

function Schema({ schema: { name, text } }: { readonly schema: ApiSchema }) {
  return (
    <details className={styles.schema} id={schemaId(name)}>
      <summary className="mono">{name}</summary>
      <CodeBox className={styles.text} label={`Schema ${name}`}>
        {text}
      </CodeBox>
    </details>
  );
}

function schemaId(name: string): string {
  return `api-schema-${name}`;
}

function title(name: string): string {
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
}
