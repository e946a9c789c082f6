import { basename, dirname } from 'node:path';

/** With the parent if hidden: `widgets/.skills`. */
export function folderName(root: string): string {
  const name = basename(root);
  return (name.startsWith('.') ? `${basename(dirname(root))}/${name}` : name) || root;
}
