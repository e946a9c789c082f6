/** What the page shows of an OpenAPI document, read from whatever came: a part that is not as expected is left out. */

export interface ApiParameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly description: string;
}

/** An answer that an operation may give. */
export interface ApiAnswer {
  readonly status: string;
  readonly description: string;
  /** Media type; empty where there is no body. */
  readonly type: string;
  /** Name of the body's schema; empty where it has none. */
  readonly schema: string;
}

/** A method of a path. */
export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ApiParameter[];
  /** Schema of the body that it takes; empty where it takes none. */
  readonly body: string;
  readonly answers: readonly ApiAnswer[];
}

/** Operations under one tag. */
export interface ApiGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly ApiOperation[];
}

/** A named schema of the document. */
export interface ApiSchema {
  readonly name: string;
  readonly text: string;
}

/** Of an OpenAPI document, what the view shows. */
export interface ApiDocument {
  readonly description: string;
  readonly groups: readonly ApiGroup[];
  readonly schemas: readonly ApiSchema[];
}

type Loose = Readonly<Record<string, unknown>>;

/** What there is of an OpenAPI document in any value; what doesn't fit is left out. Never throws. */
export function readApiDocument(value: unknown): ApiDocument {
  const document = loose(value);
  const operations = Object.entries(loose(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(loose(methods)).map(([method, operation]) => ({
      tag: text(list(loose(operation)['tags'])[0]),
      operation: readOperation(method, path, loose(operation)),
    })),
  );
  const groups = list(document['tags']).map((tag) => {
    const name = text(loose(tag)['name']);
    return {
      name,
      description: text(loose(tag)['description']),
      operations: operations.filter((one) => one.tag === name).map(({ operation }) => operation),
    };
  });
  const schemas = loose(loose(document['components'])['schemas']);
  return {
    description: text(loose(document['info'])['description']),
    groups: groups.filter((group) => group.operations.length > 0),
    schemas: Object.entries(schemas).map(([name, schema]) => ({
      name,
      text: JSON.stringify(schema, undefined, 2),
    })),
  };
}

function readOperation(method: string, path: string, operation: Loose): ApiOperation {
  return {
    id: text(operation['operationId']),
    method: method.toUpperCase(),
    path,
    summary: text(operation['summary']),
    description: text(operation['description']),
    parameters: list(operation['parameters'])
      .map(loose)
      .map((parameter) => ({
        name: text(parameter['name']),
        place: text(parameter['in']),
        required: parameter['required'] === true,
        description: text(parameter['description']),
      })),
    body: readContent(loose(operation['requestBody'])).schema,
    answers: Object.entries(loose(operation['responses'])).map(([status, answer]) => ({
      status,
      description: text(loose(answer)['description']),
      ...readContent(loose(answer)),
    })),
  };
}

function readContent({ content }: Loose): { readonly type: string; readonly schema: string } {
  const [type = '', media] = Object.entries(loose(content))[0] ?? [];
  const reference = text(loose(loose(media)['schema'])['$ref']);
  return { type, schema: reference.split('/').at(-1) ?? '' };
}

function loose(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
