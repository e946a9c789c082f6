import { expect, it } from 'vitest';
import { isLoopbackName, portOf, reachesOthers } from '../../../../src-server/contract/service.ts';

it('knows this machine by each of its names', () => {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((host) => new URL(`http://${host}:8701`).hostname);
  expect(names.map(isLoopbackName)).toEqual([true, true, true]);
  for (const host of ['127.1.2.3', '::1']) expect(isLoopbackName(host), host).toBe(true);
  for (const host of ['build.example', '0.0.0.0', '192.168.1.1', '127.0.0.1.evil.example'])
    expect(isLoopbackName(host), host).toBe(false);
});

it('knows the port of an address that names none', () => {
  const addresses = ['http://127.0.0.1:8701', 'http://127.0.0.1:80', 'http://127.0.0.1', 'https://127.0.0.1'];
  expect(addresses.map((address) => portOf(new URL(address)))).toEqual(['8701', '80', '80', '443']);
});

it.each([
  ['127.0.0.1', [], false],
  ['127.0.0.1', ['host.docker.internal', 'localhost'], false],
  ['0.0.0.0', [], true],
  ['192.168.1.5', [], true],
  ['127.0.0.1', ['localhost', 'skills.example.com'], true],
])('knows whether others reach a service at %s, by the names %j', (host, names, isReached) => {
  expect(reachesOthers(host, names)).toBe(isReached);
});
