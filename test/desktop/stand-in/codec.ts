/**
 * What may cross between processes and between a page's worlds, as text. A subset of structured clone; what it can't
 * carry is refused, functions and promises except where `hooks` says how they cross.
 */
export interface CodecHooks {
  encodeFunction(value: (...args: unknown[]) => unknown): number;
  decodeFunction(id: number): unknown;
  encodePromise(value: Promise<unknown>): number;
  decodePromise(id: number): unknown;
}

export interface Codec {
  encode(value: unknown): string;
  decode(text: string): unknown;
}

type Wire = { $: 'undefined' } | { $: 'date'; v: number } | { $: 'file'; v: string } | Tagged;
type Tagged =
  | { $: 'function' | 'promise'; v: number }
  | { $: 'object'; v: Array<[string, unknown]> }
  | { $: 'error'; v: string };

export function createCodec(hooks?: CodecHooks): Codec {
  function encode(value: unknown, above: readonly unknown[]): unknown {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'function')
      return hooks
        ? { $: 'function', v: hooks.encodeFunction(value as (...args: unknown[]) => unknown) }
        : refuse(value);
    if (typeof value !== 'object' || above.includes(value)) return refuse(value);
    const path = [...above, value];
    if (Array.isArray(value)) return value.map((item) => encode(item, path));
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag === 'Promise')
      return hooks ? { $: 'promise', v: hooks.encodePromise(value as Promise<unknown>) } : refuse(value);
    if (tag === 'Date') return { $: 'date', v: (value as Date).getTime() };
    if (tag === 'File') return { $: 'file', v: (value as File).name };
    if (value instanceof Error) return { $: 'error', v: value.message };
    if (tag !== 'Object') return refuse(value);
    return { $: 'object', v: Object.entries(value).map(([key, item]) => [key, encode(item, path)]) };
  }

  function decode(wire: unknown): unknown {
    if (wire === null || typeof wire !== 'object') return wire;
    if (Array.isArray(wire)) return wire.map(decode);
    const tagged = wire as Wire;
    switch (tagged.$) {
      case 'undefined':
        return undefined;
      case 'date':
        return new Date(tagged.v);
      case 'file':
        return new File([], tagged.v);
      case 'error':
        return new Error(tagged.v);
      case 'function':
        return hooks?.decodeFunction(tagged.v);
      case 'promise':
        return hooks?.decodePromise(tagged.v);
      case 'object':
        return Object.fromEntries(tagged.v.map(([key, item]) => [key, decode(item)]));
    }
  }

  return {
    encode: (value) => JSON.stringify(encode(value, [])),
    decode: (text) => decode(JSON.parse(text)),
  };
}

function refuse(value: unknown): never {
  const what =
    typeof value === 'function' ? String(value).slice(0, 40) : Object.prototype.toString.call(value);
  throw new DOMException(`${what} could not be cloned.`, 'DataCloneError');
}
