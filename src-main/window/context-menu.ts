import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { externalUrl } from './external-links.ts';

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'linkURL'>;

/** Empty where nothing can be done. */
export function contextMenu(
  { isEditable, selectionText, linkURL }: Place,
  openExternal: (url: string) => void,
): MenuItemConstructorOptions[] {
  const link = externalUrl(linkURL);
  const isSelected = selectionText.trim() !== '';
  return [
    ...(link === undefined ? [] : [{ label: 'Open link in the browser', click: () => openExternal(link) }]),
    ...(isEditable ? [{ role: 'undo' as const }, { role: 'cut' as const, enabled: isSelected }] : []),
    ...(isEditable || isSelected ? [{ role: 'copy' as const, enabled: isSelected }] : []),
    ...(isEditable ? [{ role: 'paste' as const }] : []),
    ...(isEditable || isSelected ? [{ role: 'selectAll' as const }] : []),
  ];
}
