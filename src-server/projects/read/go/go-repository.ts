import { repositoryOf } from '../repository-of.ts';

/** Vanity paths, as answered to `?go-get=1`. */
const VANITY: readonly (readonly [RegExp, string])[] = [
  [/^golang\.org\/x\/([^/]+)/, 'github.com/golang/$1'],
  [/^google\.golang\.org\/grpc(?=\/|$)/, 'github.com/grpc/grpc-go'],
  [/^google\.golang\.org\/protobuf(?=\/|$)/, 'github.com/protocolbuffers/protobuf-go'],
  [/^go\.uber\.org\/([^/]+)/, 'github.com/uber-go/$1'],
  [/^go\.etcd\.io\/([^/]+)/, 'github.com/etcd-io/$1'],
  [/^k8s\.io\/([^/]+)/, 'github.com/kubernetes/$1'],
  [/^gopkg\.in\/([\w-]+)\.v\d+/, 'github.com/go-$1/$1'],
  [/^gopkg\.in\/([\w-]+\/[\w-]+)\.v\d+/, 'github.com/$1'],
];

/** `github.com/jackc/pgx/v5` → `github.com/jackc/pgx`. Undefined if unknown. */
export function goRepository(path: string): string | undefined {
  for (const [pattern, repository] of VANITY)
    if (pattern.test(path)) return path.match(pattern)?.[0].replace(pattern, repository);
  return repositoryOf(`https://${path}`);
}
