import { expect, it } from 'vitest';
import { isLoopbackName, portOf } from '../../../../src-server/contract/service/service-address.ts';

it('knows this machine by each of its names', () => {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((host) => new URL(`http://${host}:8701`).hostname);
  expect(names.map(isLoopbackName)).toEqual([true, true, true]);
  expect(isLoopbackName(new URL('http://build.example').hostname)).toBe(false);
});

it('knows the port of an address that names none', () => {
  const addresses = ['http://127.0.0.1:8701', 'http://127.0.0.1:80', 'http://127.0.0.1', 'https://127.0.0.1'];
  expect(addresses.map((address) => portOf(new URL(address)))).toEqual(['8701', '80', '80', '443']);
});
