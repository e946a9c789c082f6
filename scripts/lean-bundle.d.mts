import type { Plugin } from 'esbuild';

export function standIn(name: string): string;
export const leanExpress: Plugin;
export const requiredHttp: Plugin;
export const tableApart: Plugin;
export const REQUIRE_BUILTIN: string;
