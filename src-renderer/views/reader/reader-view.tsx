import type { Route } from '../../router/route.ts';
import { Reader } from './reader.tsx';

export default function ReaderView({
  route,
}: {
  readonly route: Extract<Route, { readonly view: 'skill' }>;
}) {
  const { key, q, file, line, at, raw } = route;
  return <Reader skillKey={key} question={q} {...{ file, line, at, raw }} />;
}
