import { desktop } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';

export async function headingAddress(
  { skillKey, file }: { readonly skillKey: string; readonly file: string },
  headingId: string | undefined,
): Promise<string> {
  const at = headingId?.replace(/^at-/, '');
  const hash = formatRoute({ view: 'skill', key: skillKey, file, ...(at !== undefined && { at }) });
  return `${await pageOrigin()}/${hash}`;
}

/** Browsers can't open the app's own page address. */
async function pageOrigin(): Promise<string> {
  return (await desktop?.getServiceState())?.address ?? location.origin;
}
