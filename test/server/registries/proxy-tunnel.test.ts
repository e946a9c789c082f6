import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../../src-server/registries/proxy-tunnel.ts';

describe('NO_PROXY', () => {
  const asks = (address: string, list: string) =>
    proxyFor(new URL(address), { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: list }) !== undefined;

  it.each([
    ['https://git.example.com/a', 'git.example.com'],
    ['https://git.example.com/a', '.example.com'],
    ['https://git.example.com/a', '*.Example.com'],
    ['https://git.example.com/a', 'a.org, example.com'],
    ['https://git.example.com:8443/a', 'git.example.com:8443'],
    ['https://git.example.com:8443/a', '.example.com:8443'],
    ['https://git.example.com/a', 'git.example.com:443'],
    ['https://[::1]:8443/a', '[::1]:8443'],
    ['https://git.example.com/a', '*'],
  ])('excepts %s: %s', (address, list) => {
    expect(asks(address, list)).toBe(false);
  });

  it.each([
    ['https://git.example.com:8443/a', 'git.example.com:443'],
    ['https://git.example.com/a', 'git.example.com:8443'],
    ['https://mygit.example.com/a', 'git.example.com'],
    ['https://git.example.com/a', ''],
    ['https://git.example.com/a', ':443'],
  ])('does not except %s: %j', (address, list) => {
    expect(asks(address, list)).toBe(true);
  });
});
