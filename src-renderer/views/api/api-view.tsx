import { useEffect, useState } from 'react';
import type { Answer } from '../../api/api-client.ts';
import { CopyButton } from '../../components/copy.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { Failure, SkeletonRows } from '../../components/states.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { useService } from '../../service/service-context.tsx';
import { baseUrl } from '../../service/service-words.ts';
import { curlLine, ownShell } from '../../text/command-lines.ts';
import { type ApiDocument, type ApiOperation, type ApiSchema, readApiDocument } from './api-document.ts';
import './api.css';

/** The HTTP interface for people: every path, what it takes and what it answers, from the service's own document. */
export default function ApiView() {
  const { api, state, server } = useService();
  const [answer, setAnswer] = useState<Answer<unknown>>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const waiting = new AbortController();
    void api.openApi(waiting.signal).then((arrived) => {
      if (!waiting.signal.aborted) setAnswer(arrived);
    });
    return () => waiting.abort();
  }, [api, attempt]);
  const address = baseUrl(state, server, location);
  if (answer === undefined)
    return (
      <div className="sheet full">
        <SkeletonRows rows={10} />
      </div>
    );
  if (!answer.ok)
    return (
      <div className="sheet full">
        <Failure whole failure={answer.failure} onRetry={() => setAttempt(attempt + 1)} />
      </div>
    );
  return <Reference document={readApiDocument(answer.value)} address={address ?? ''} />;
}

function Reference({ document, address }: { readonly document: ApiDocument; readonly address: string }) {
  return (
    <div className="sheet full scroll">
      <div className="head">
        <h1>HTTP interface</h1>
        <span className="sub">
          <WebLink url={`${address}/openapi.json`}>OpenAPI 3.1</WebLink>
        </span>
      </div>
      <p className="soft api-about">
        <WithCode text={document.description} />
      </p>
      {document.groups.map(({ name, description, operations }) => (
        <section key={name} className="api-group" aria-labelledby={`api-${name}`}>
          <h2 id={`api-${name}`}>
            {title(name)} <span className="muted">{description}</span>
          </h2>
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} address={address} />
          ))}
        </section>
      ))}
      <section className="api-group" aria-labelledby="api-schemas">
        <h2 id="api-schemas">
          Schemas <span className="muted">JSON Schema 2020-12</span>
        </h2>
        {document.schemas.map((schema) => (
          <Schema key={schema.name} schema={schema} />
        ))}
      </section>
    </div>
  );
}

function Operation({ operation, address }: { readonly operation: ApiOperation; readonly address: string }) {
  const { method, path, summary, description, parameters, body, answers } = operation;
  return (
    <article className="api-operation">
      <h3>
        <span className="api-method">{method}</span> <span className="mono">{path}</span>
        <span className="muted">{summary}</span>
        {method === 'GET' && (
          <CopyButton
            text={curlLine(address, path, ownShell(navigator))}
            said="Copied a curl command"
            className="button bare"
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
      <dl className="facts">
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
      </dl>
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
    <button type="button" className="api-schema-link mono" onClick={show}>
      {name}
    </button>
  );
}

function Schema({ schema: { name, text } }: { readonly schema: ApiSchema }) {
  return (
    <details className="api-schema" id={schemaId(name)}>
      <summary className="mono">{name}</summary>
      <ScrollBox className="code" label={`Schema ${name}`}>
        <pre>{text}</pre>
      </ScrollBox>
    </details>
  );
}

function schemaId(name: string): string {
  return `api-schema-${name}`;
}

function title(name: string): string {
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
}
