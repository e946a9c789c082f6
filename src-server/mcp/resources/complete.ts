import type { ServedRegistry } from '../../served-registry.ts';
import type { McpObject } from '../dispatcher.ts';

/** The protocol's limit. */
const MOST_VALUES = 100;

export function complete(served: ServedRegistry, params: McpObject): McpObject {
  const { name, value } = asObject(params['argument']);
  const typed = typeof value === 'string' ? value.toLowerCase() : '';
  const chosen = asObject(asObject(params['context'])['arguments']);
  const candidates = [...new Set(candidatesOf(served, String(name), chosen))];
  const matches = candidates
    .filter((candidate) => candidate.toLowerCase().includes(typed))
    .sort((a, b) => Number(b.toLowerCase().startsWith(typed)) - Number(a.toLowerCase().startsWith(typed)));
  return {
    completion: {
      values: matches.slice(0, MOST_VALUES),
      total: matches.length,
      hasMore: matches.length > MOST_VALUES,
    },
  };
}

function candidatesOf(served: ServedRegistry, argument: string, chosen: McpObject): readonly string[] {
  const { skills } = served.live.snapshot();
  if (argument === 'path') return [...skills.keys()];
  const place = ['language', 'author', 'name'].indexOf(argument);
  const fits = [...skills].filter(([key]) => {
    const parts = key.split('/');
    return ['language', 'author', 'name'].every(
      (other, index) =>
        index === place || typeof chosen[other] !== 'string' || chosen[other] === parts[index],
    );
  });
  if (place >= 0) return fits.map(([key]) => key.split('/')[place] ?? '');
  return argument === 'file' ? fits.flatMap(([, skill]) => [...skill.files.keys()]) : [];
}

function asObject(value: unknown): McpObject {
  return typeof value === 'object' && value !== null ? (value as McpObject) : {};
}
