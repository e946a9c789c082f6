import { describe, expect, it } from 'vitest';
import { messageLanguages } from '../../../src-server/search/query.ts';

const languages = (text: string): string[] => [...messageLanguages(text)];

describe('messageLanguages', () => {
  it.each([
    ["thread 'main' panicked at src/main.rs:4:10", ['rust']],
    ['error[E0502]: cannot borrow `items` as mutable', ['rust']],
    ['select! drops my data', ['rust']],
    ['the order of join!(a, b)', ['rust']],
    ['panic: send on closed channel', ['go']],
    ['server.go:88: http: Accept error', ['go']],
    ['Traceback (most recent call last): File "a.py", line 3', ['python']],
    ['json.decoder.JSONDecodeError: Expecting value', ['python']],
    ['KeyError: 0', ['python']],
    ["terminate called after throwing an instance of 'std::bad_alloc'", ['cpp']],
    ['undefined reference to `SDL_Init`', ['cpp']],
    ['TypeError: Cannot read properties of undefined', ['js']],
  ])('knows whose "%s" is', (text, expected) => {
    expect(languages(text)).toEqual(expected);
  });

  it.each([
    'how do I handle errors in a pool',
    'TypeError: something that Python has as well as JavaScript',
    'java.lang.OutOfMemoryError: Java heap space',
    'std::sync::Mutex may be of Rust or not, but not of C++',
    'a crash with a segfault',
    'please select one, and do not panic! it works with record.save!(now)',
  ])('claims nothing of "%s"', (text) => {
    expect(languages(text)).toEqual([]);
  });
});
