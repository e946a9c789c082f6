import { readFileSync } from 'node:fs';
import tls, { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Debian and Alpine, Fedora, SUSE. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];

/**
 * Of Node, the system, and `NODE_EXTRA_CA_CERTS`. On Linux `SSL_CERT_FILE` replaces the system's file. macOS
 * and Windows: the system's need Node 22.15.
 */
export function trustedAuthorities(env: NodeJS.ProcessEnv): SecureContext {
  const extra = readBundle(env['NODE_EXTRA_CA_CERTS']);
  return createSecureContext({
    ca: [...new Set([...rootCertificates, ...systemCertificates(env), ...extra])],
  });
}

/** Since Node 22.15. */
interface SystemStore {
  readonly getCACertificates?: (type: 'system') => readonly string[];
}

function systemCertificates(env: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform === 'darwin' || process.platform === 'win32')
    return (tls as SystemStore).getCACertificates?.('system') ?? [];
  const bundles = env['SSL_CERT_FILE'] ? [env['SSL_CERT_FILE']] : BUNDLES;
  return bundles.map((file) => readBundle(file)).find((found) => found.length > 0) ?? [];
}

function readBundle(file: string | undefined): readonly string[] {
  if (!file) return [];
  try {
    const text = readFileSync(file, 'latin1');
    return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  } catch {
    return [];
  }
}
