/** What a value must be like, as Electron's declarations say it, and what is wrong about one that isn't. */
export type Shape =
  | { readonly kind: 'any' | 'string' | 'number' | 'boolean' | 'undefined' | 'null' | 'function' | 'object' }
  | { readonly kind: 'word'; readonly word: string | number | boolean }
  | { readonly kind: 'array'; readonly of: Shape }
  | { readonly kind: 'union'; readonly of: readonly Shape[] }
  /** A class or interface of Electron's; of any other name nothing is known. */
  | { readonly kind: 'type'; readonly name: string };

export interface KnownTypes {
  /** The name of the type and those it extends, itself first; empty where Electron has none. */
  lineage(name: string): readonly string[];
  isClass(name: string): boolean;
  /** What a type's properties must be like, inherited ones included. */
  properties(name: string): ReadonlyMap<string, Shape>;
  /** The class that a value is an object of, where the stand-in made it. */
  classOf(value: object): string | undefined;
}

/** One clause such as `options.width: 'wide' is no number`, or undefined where the value fits. */
export function mismatch(value: unknown, shape: Shape, path: string, types: KnownTypes): string | undefined {
  switch (shape.kind) {
    case 'any':
      return undefined;
    case 'null':
      return value === null ? undefined : `${path}: ${show(value)} is not null`;
    case 'word':
      return value === shape.word ? undefined : `${path}: ${show(value)} is not '${shape.word}'`;
    case 'object':
      return typeof value === 'object' && value !== null ? undefined : `${path}: ${show(value)} is no object`;
    case 'number':
      return Number.isFinite(value) ? undefined : `${path}: ${show(value)} is no number`;
    case 'array':
      return arrayMismatch(value, shape.of, path, types);
    case 'union':
      return unionMismatch(value, shape.of, path, types);
    case 'type':
      return typeMismatch(value, shape.name, path, types);
    default:
      return typeof value === shape.kind ? undefined : `${path}: ${show(value)} is no ${shape.kind}`;
  }
}

function arrayMismatch(value: unknown, of: Shape, path: string, types: KnownTypes): string | undefined {
  if (!Array.isArray(value)) return `${path}: ${show(value)} is no array`;
  for (const [index, item] of value.entries()) {
    const found = mismatch(item, of, `${path}[${index}]`, types);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unionMismatch(
  value: unknown,
  of: readonly Shape[],
  path: string,
  types: KnownTypes,
): string | undefined {
  const found = of.map((shape) => mismatch(value, shape, path, types));
  if (found.includes(undefined)) return undefined;
  // What is wrong inside of an object or array says more than that it is none of the others.
  const inside = found.find((reason) => reason?.startsWith(`${path}.`) || reason?.startsWith(`${path}[`));
  return inside ?? `${path}: ${show(value)} is none of ${of.map(nameOf).join(', ')}`;
}

function typeMismatch(value: unknown, name: string, path: string, types: KnownTypes): string | undefined {
  if (types.lineage(name).length === 0) return undefined;
  if (typeof value !== 'object' || value === null) return `${path}: ${show(value)} is no ${name}`;
  const own = types.classOf(value);
  if (own !== undefined || types.isClass(name))
    return own !== undefined && types.lineage(own).includes(name)
      ? undefined
      : `${path}: ${own ?? show(value)} is no ${name}`;
  const properties = types.properties(name);
  for (const key of Object.keys(value))
    if (!properties.has(key)) return `${path}.${key}: there is no ${name}.${key}`;
  for (const [key, shape] of properties) {
    const found = mismatch((value as Record<string, unknown>)[key], shape, `${path}.${key}`, types);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nameOf(shape: Shape): string {
  if (shape.kind === 'word') return `'${shape.word}'`;
  return shape.kind === 'type' ? shape.name : shape.kind;
}

function show(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null
    ? Object.prototype.toString.call(value)
    : String(value).slice(0, 40);
}
