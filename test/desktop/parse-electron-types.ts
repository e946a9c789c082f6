/**
 * What Electron's own declarations say of its classes and interfaces, as data: the stand-in refuses what they don't
 * allow. Read with a real parser; what is said by TypeScript's more learned means is taken for "anything".
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Call, DeclaredType, ElectronDeclarations, Param } from './stand-in/electron-types.ts';
import type { Shape } from './stand-in/shape.ts';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** @param packageFolder node_modules/electron; its binary is not needed */
export function parseElectronTypes(packageFolder: string): ElectronDeclarations {
  const text = readFileSync(join(packageFolder, 'electron.d.ts'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const { program, errors } = parseSync('electron.d.ts', text);
  if (errors[0] !== undefined) throw new Error(`electron.d.ts: ${errors[0].message}`);
  const statements = bodyOf(named(program.body as unknown as Node[], 'Electron'));
  const types: Record<string, DeclaredType> = {};
  for (const statement of statements)
    if (statement.type === 'TSInterfaceDeclaration' || statement.type === 'ClassDeclaration')
      types[nameOf(statement['id'])] = declared(statement);
  return { version, types, exports: exportsOf(bodyOf(named(statements, 'CrossProcessExports'))) };
}

function declared(statement: Node): DeclaredType {
  const isClass = statement.type === 'ClassDeclaration';
  const heritage = isClass
    ? [statement['superClass']]
    : ((statement['extends'] as Node[] | undefined) ?? []).map((base) => base['expression']);
  const properties = new Map<string, Shape>();
  const calls = new Map<string, Call[]>();
  const events: string[] = [];
  for (const member of bodyOf(statement)) {
    const name = nameOf(member['key']);
    const call = callOf(member);
    if (call === undefined) properties.set(name, shapeOf(annotation(member), member['optional'] === true));
    else if (name === 'on') events.push(...eventOf(call));
    else calls.set(name, [...(calls.get(name) ?? []), call]);
  }
  return {
    ...{ isClass, bases: heritage.filter(Boolean).map(nameOf), events },
    properties: Object.fromEntries(properties),
    calls: Object.fromEntries(calls),
  };
}

/** How a member is called; undefined where it is no method. */
function callOf(member: Node): Call | undefined {
  const isMethod = member.type === 'TSMethodSignature' || member.type === 'MethodDefinition';
  if (!isMethod || (member['kind'] !== 'method' && member['kind'] !== 'constructor')) return undefined;
  const owner = (member['value'] as Node | undefined) ?? member;
  return (owner['params'] as Node[]).map(paramOf);
}

function paramOf(param: Node): Param {
  const isRest = param.type === 'RestElement';
  return {
    name: nameOf(isRest ? param['argument'] : param),
    shape: shapeOf(annotation(param), param['optional'] === true),
    isRest,
  };
}

function eventOf([event]: Call): string[] {
  return event?.shape.kind === 'word' ? [String(event.shape.word)] : [];
}

const KEYWORDS: Readonly<Record<string, Shape>> = {
  TSStringKeyword: { kind: 'string' },
  TSNumberKeyword: { kind: 'number' },
  TSBooleanKeyword: { kind: 'boolean' },
  TSUndefinedKeyword: { kind: 'undefined' },
  TSVoidKeyword: { kind: 'undefined' },
  TSNullKeyword: { kind: 'null' },
  TSFunctionType: { kind: 'function' },
  TSObjectKeyword: { kind: 'object' },
};

function shapeOf(type: Node | undefined, isOptional = false): Shape {
  const shape = plainShape(type);
  return isOptional ? { kind: 'union', of: [shape, { kind: 'undefined' }] } : shape;
}

function plainShape(type: Node | undefined): Shape {
  switch (type?.type) {
    case 'TSParenthesizedType':
      return shapeOf(type['typeAnnotation'] as Node);
    case 'TSUnionType':
      return { kind: 'union', of: (type['types'] as Node[]).map((one) => shapeOf(one)) };
    case 'TSArrayType':
      return { kind: 'array', of: shapeOf(type['elementType'] as Node) };
    case 'TSLiteralType':
      return { kind: 'word', word: (type['literal'] as Node)['value'] as string };
    case 'TSTypeReference':
      return referenceShape(type);
    default:
      return KEYWORDS[type?.type ?? ''] ?? { kind: 'any' };
  }
}

function referenceShape(type: Node): Shape {
  const name = nameOf(type['typeName']);
  const [inner] = ((type['typeArguments'] as Node | null)?.['params'] as Node[] | undefined) ?? [];
  switch (name) {
    case 'Array':
      return { kind: 'array', of: shapeOf(inner) };
    case 'Record':
      return { kind: 'object' };
    case 'Function':
      return { kind: 'function' };
    case 'Accelerator':
      return { kind: 'string' };
    case 'Buffer':
      return { kind: 'object' };
    default:
      return { kind: 'type', name };
  }
}

function exportsOf(statements: readonly Node[]): string[] {
  return statements.flatMap((statement) => {
    if (statement.type === 'ClassDeclaration') return [nameOf(statement['id'])];
    if (statement.type !== 'VariableDeclaration') return [];
    return (statement['declarations'] as Node[]).map((one) => nameOf(one['id']));
  });
}

function named(statements: readonly Node[], name: string): Node {
  const found = statements.find((one) => one.type === 'TSModuleDeclaration' && nameOf(one['id']) === name);
  if (found === undefined) throw new Error(`electron.d.ts has no namespace ${name}.`);
  return found;
}

const bodyOf = (statement: Node) => (statement['body'] as Node)['body'] as Node[];
const annotation = (node: Node) =>
  (node['typeAnnotation'] as Node | null | undefined)?.['typeAnnotation'] as Node | undefined;

/** `Name`, or the last part of `NodeJS.Name`, which no type of Electron has. */
function nameOf(node: unknown): string {
  const { name, value, right, property } = node as Record<string, unknown>;
  if (typeof name === 'string') return name;
  if (typeof value === 'string') return value;
  return `other.${nameOf(right ?? property)}`;
}
