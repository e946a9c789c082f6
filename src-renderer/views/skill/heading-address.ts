import { desktop } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';

/** Address that opens a file in a browser, at a heading if one is given. */
export async function headingAddress(
  { skillKey, file }: { readonly skillKey: string; readonly file: string },
  headingId: string | undefined,
): Promise<string> {
  const at = headingId?.replace(/^at-/, '');
  const hash = formatRoute({ view: 'skill', key: skillKey, file, ...(at !== undefined && { at }) });
  return `${await pageOrigin()}/${hash}`;
}

/** The app's own page has an address that no browser knows. */
async function pageOrigin(): Promise<string> {
  const status = await desktop?.getServerStatus();
  return status !== undefined && 'url' in status ? status.url : location.origin;
}
