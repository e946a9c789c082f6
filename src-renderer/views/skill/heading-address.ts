import { desktop } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';

export async function headingAddress(
  { skillKey, file }: { readonly skillKey: string; readonly file: string },
  headingId: string | undefined,
): Promise<string> {
  const at = headingId?.replace(/^at-/, '');
  const hash = formatRoute({ view: 'skill', key: skillKey, file, ...(at !== undefined && { at }) });
  return `${await pageFolder()}${hash}`;
}

/** Browsers can't open the app's own page address. An exported site may lie in a folder of its host. */
async function pageFolder(): Promise<string> {
  const served = (await desktop?.getServiceState())?.address;
  return served === undefined ? new URL('.', location.href).href : `${served}/`;
}
