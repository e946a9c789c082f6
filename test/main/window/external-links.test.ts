import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalUrl, isServiceUrl } from '../../../src-main/window/external-links.ts';

describe('externalUrl', () => {
  it.each([
    'https://example.com/docs?a=1#b',
    'vscode:mcp/install?%7B%22name%22%3A%22skills%22%7D',
    'vscode-insiders:mcp/install?x',
    'cursor://anysphere.cursor-deeplink/mcp/install?name=skills&config=e30%3D',
  ])('lets %s through', (url) => expect(externalUrl(url)).toBe(url));

  it.each([
    ...[
      '',
      'nonsense',
      'http://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
    ],
    ...[
      'vscode://file/etc/passwd',
      'vscode:extension/install',
      'cursor://anysphere.cursor-deeplink/mcp/install/../x',
    ],
    ...['https://me:secret@example.com/', 'smb://server/share', 'ms-settings:', 'vscode:mcp/install/more'],
  ])('keeps %s in', (url) => expect(externalUrl(url)).toBeUndefined());

  it('only ever lets https and the IDEs’ schemes through', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'file'] }), fc.string()),
        (text) => {
          expect(externalUrl(text) ?? 'https:').toMatch(/^(?:https|vscode|vscode-insiders|cursor):/);
        },
      ),
    );
  });
});

describe('isServiceUrl', () => {
  it('is the running service’s own page and nobody else’s', () => {
    expect(isServiceUrl('http://127.0.0.1:8701/', 'http://127.0.0.1:8701')).toBe(true);
    expect(isServiceUrl('http://127.0.0.1:8702/', 'http://127.0.0.1:8701')).toBe(false);
    expect(isServiceUrl('http://127.0.0.1:8701@evil.example/', 'http://127.0.0.1:8701')).toBe(false);
    expect(isServiceUrl('http://127.0.0.1:8701/', undefined)).toBe(false);
  });
});
