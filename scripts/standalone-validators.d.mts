import type { Plugin } from 'esbuild';

/** Compiles `*.schema.json?validate` imports into functions that check. */
export const esbuildValidators: Plugin;
