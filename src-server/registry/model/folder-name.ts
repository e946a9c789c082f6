import { basename, dirname } from 'node:path';

/** Base name; for a hidden folder with its parent: `widgets/.skills`. */
export function folderName(root: string): string {
  const name = basename(root);
  return (name.startsWith('.') ? `${basename(dirname(root))}/${name}` : name) || root;
}
