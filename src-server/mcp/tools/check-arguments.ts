import type { SchemaError } from '*.schema.json?validate';
import { ToolFailure } from './tool.ts';

type Fits = ((data: unknown) => boolean) & { errors?: readonly SchemaError[] | null };

/** The arguments, once they fit the tool's schema. Throws a `ToolFailure` that names every argument that doesn't. */
export function checkArguments<T>(tool: string, args: unknown, fits: Fits): T {
  const given: unknown = args ?? {};
  if (fits(given)) return given as T;
  const reasons = (fits.errors ?? []).map(({ instancePath, message = 'is not as it should be', params }) => {
    const allowed = params['allowedValues'];
    const values = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
    return `${instancePath.slice(1) || 'arguments'} ${plain(message)}${values}`;
  });
  throw new ToolFailure(`${tool} was called with wrong arguments: ${[...new Set(reasons)].join('; ')}.`);
}

/** Ajv's words where they speak of patterns. */
function plain(message: string): string {
  return message.startsWith('must match pattern') ? 'must not be blank' : message;
}
