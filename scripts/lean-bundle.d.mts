import type { Plugin } from 'esbuild';

export function standIn(name: string): string;
export const leanExpress: Plugin;
export const requiredHttp: Plugin;
export const tableApart: Plugin;
export const APART: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export function apartSource(name: string): string;
export function packagesApart(builds: Readonly<Record<string, string>>): Plugin;
export function markedBuild(text: string): { readonly text: string; readonly mark: string };
export function asciiOnly(text: string): string;
export const REQUIRE_BUILTIN: string;
