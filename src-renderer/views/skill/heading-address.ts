import { formatRoute } from '../../route/route.ts';

/** Address that opens a file in a browser, at a heading if one is given. */
export function headingAddress(
  service: string | undefined,
  { skillKey, file }: { readonly skillKey: string; readonly file: string },
  headingId: string | undefined,
): string {
  const at = headingId?.replace(/^at-/, '');
  const hash = formatRoute({ view: 'skill', key: skillKey, file, ...(at !== undefined && { at }) });
  return `${service ?? location.origin}/${hash}`;
}
