/**
 * The ten skills of the sample that the judged questions were written for. The sample has grown since: what it could not answer
 * then, such as a question about pandas, a newer skill may answer now.
 */
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEYS = [
  'cpp/gabime/spdlog',
  'cpp/grpc/grpc',
  'go/gorilla/websocket',
  'go/jackc/pgx',
  'js/brianc/node-postgres',
  'js/websockets/ws',
  'python/psf/requests',
  'python/sqlalchemy/sqlalchemy',
  'rust/rayon-rs/rayon',
  'rust/tokio-rs/tokio',
];

/** Copies them into a registry of their own, which whoever asks removes. Returns its folder. */
export function judgedSample() {
  const registry = mkdtempSync(join(tmpdir(), 'skills-judged-'));
  for (const key of KEYS) {
    const folder = join(registry, 'skills', key);
    mkdirSync(folder, { recursive: true });
    cpSync(join('assets/sample-registry/skills', key), folder, { recursive: true });
  }
  return registry;
}
