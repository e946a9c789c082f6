/**
 * The manifests for Kubernetes. `kubernetes-types` are the published schemas as types: the compiler finds wrong types,
 * and fields that are missing or unknown.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const text = readFileSync('deploy/kubernetes.yaml', 'utf8');
const manifestsIn = (yaml: string) =>
  parseAllDocuments(yaml).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
const manifests = manifestsIn(text);
const deployment = manifests.find(({ kind }) => kind === 'Deployment') as unknown as Deployment;
const pod = deployment.spec?.template.spec;
const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])];

/** Where the types of a manifest are: `networking.k8s.io/v1` is `kubernetes-types/networking/v1`. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `kubernetes-types/${group.replace(/\..*/, '')}/${version}`;
}

/** What the compiler says of manifests as literals. */
function schemaFaults(all: readonly Manifest[]): readonly string[] {
  const folder = resolve('test-results/kubernetes');
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = all.map(
    (manifest, index) =>
      `import type { ${manifest.kind} as Kind${index} } from '${moduleOf(manifest)}';\n` +
      `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, undefined, 2)};\n`,
  );
  writeFileSync(`${folder}/manifests.ts`, source.join('\n'));
  const options = {
    include: ['manifests.ts'],
    compilerOptions: { noEmit: true, strict: true, module: 'esnext' },
  };
  const resolution = { moduleResolution: 'bundler', types: [], skipLibCheck: true };
  Object.assign(options.compilerOptions, resolution);
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(options));
  const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => line.includes('error'));
}

describe('the manifests for Kubernetes', () => {
  it('keep to the published schemas', () => {
    expect(schemaFaults(manifests)).toEqual([]);
  });

  it.each([
    ['an unknown field', 'readinessProbe:', 'readynessProbe:'],
    ['a wrong type', 'replicas: 2', 'replicas: two'],
    ['a missing field', 'minAvailable: 1', 'minimum: 1'],
  ])('would not with %s', (_what, good, bad) => {
    expect(text).toContain(good);
    expect(schemaFaults(manifestsIn(text.replace(good, bad)))).not.toEqual([]);
  });

  it('run two replicas, and keep one in disruptions and updates', () => {
    expect(deployment.spec?.replicas).toBe(2);
    expect(deployment.spec?.strategy?.rollingUpdate?.maxUnavailable).toBe(0);
    expect(manifests.find(({ kind }) => kind === 'PodDisruptionBudget')).toMatchObject({
      spec: { minAvailable: 1 },
    });
  });

  it('keep to the restricted Pod Security Standard', () => {
    expect(pod?.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const { name, securityContext } of containers)
      expect(securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    const volumes = pod?.volumes ?? [];
    expect(volumes.filter((volume) => 'hostPath' in volume)).toEqual([]);
    expect(pod?.automountServiceAccountToken).toBe(false);
  });

  it('bound the memory of each container', () => {
    for (const { name, resources } of containers) expect(resources?.limits, name).toHaveProperty('memory');
  });

  it('ask /health, which needs no token', () => {
    const serve = containers.find(({ name }) => name === 'serve');
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
      expect(serve?.[probe]?.httpGet?.path, probe).toBe('/health');
  });

  it('give the token as a file of root for the group of the service', () => {
    const token = pod?.volumes?.find(({ name }) => name === 'token');
    expect(token?.secret?.defaultMode).toBe(0o440);
    expect(pod?.securityContext?.fsGroup).toBe(pod?.securityContext?.runAsGroup);
  });
});
