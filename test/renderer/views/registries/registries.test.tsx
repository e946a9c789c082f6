// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { layerAnswers } from '../../../../src-renderer/views/registries/layer-answers.ts';
import { pairedLines } from '../../../../src-renderer/views/registries/paired-lines.ts';
import {
  addressWords,
  hostOf,
  nameList,
  updateWords,
} from '../../../../src-renderer/views/registries/registries-words.ts';
import { movedTo, useOrder } from '../../../../src-renderer/views/registries/use-order.ts';
import type { RegistryUpdate } from '../../../../src-server/contract/service/registry-work.ts';
import { shownRegistry, updateOf } from '../../../main/registries/shown-registry.ts';

describe('the order', () => {
  const three = ['a', 'b', 'c'].map((name) => shownRegistry(name));
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join('');

  it('is shown at once, until the app publishes its own', () => {
    const orders: (readonly string[])[] = [];
    const { result, rerender } = renderHook(
      ({ list }) => useOrder(list, (order) => void orders.push(order)),
      {
        initialProps: { list: three },
      },
    );
    act(() => result.current.move('a', 1));
    expect(names(result.current.ordered)).toBe('bac');
    // The second move starts from what is shown, not from what the app knows.
    act(() => result.current.move('a', 1));
    expect(names(result.current.ordered)).toBe('bca');
    act(() => result.current.move('a', 1));
    expect(orders.map((order) => order.join(''))).toEqual(['bac', 'bca']);
    rerender({ list: three.toReversed() });
    expect(names(result.current.ordered)).toBe('cba');
  });

  it('stays within the list', () => {
    expect(movedTo(['a', 'b', 'c'], 'c', -5)).toEqual(['c', 'a', 'b']);
    expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
  });
});

describe('words', () => {
  it('say what an update changes', () => {
    const say = (update: Partial<RegistryUpdate>) => updateWords(updateOf(update));
    expect(say({ changed: ['a', 'b'], added: ['c'], removed: ['d'] })).toBe(
      '2 skills change, 1 is new, 1 goes.',
    );
    expect(say({ changed: ['a'], removed: ['c', 'd'] })).toBe('1 skill changes, 2 go.');
    expect(say({})).toBe('No skill changes.');
  });

  it('name addresses of every kind', () => {
    expect(hostOf('https://git.example.com:8443/team')).toBe('git.example.com:8443');
    expect(hostOf('git@git.example.com:team/skills')).toBe('git.example.com');
    expect(hostOf('ssh://git@git.example.com/team')).toBe('git.example.com');
    expect(addressWords({ address: 'https://a.example/b', folder: 'c', ref: 'd' })).toBe(
      'a.example/b, folder c at d',
    );
    expect(nameList(['js/a/one', 'js/a/two'])).toBe('one and two');
    expect(nameList([1, 2, 3, 4, 5, 6].map((number) => `js/a/${number}`))).toBe('1, 2, 3, 4, 5 and 1 more');
  });

  it('stand old lines beside those that replace them', () => {
    const lines = [
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'removed', text: 'c' },
      { kind: 'added', text: 'd' },
      { kind: 'same', text: 'e' },
      { kind: 'added', text: 'f' },
    ] as const;
    expect(pairedLines(lines)).toEqual([
      { old: 'a', now: 'a', isSame: true },
      { old: 'b', now: 'd', isSame: false },
      { old: 'c', now: undefined, isSame: false },
      { old: 'e', now: 'e', isSame: true },
      { old: undefined, now: 'f', isSame: false },
    ]);
  });

  it('say which layer answers for a key', () => {
    const says = (registry: string | undefined, shadows: readonly string[] = []) =>
      layerAnswers(['own', 'team', 'other'], { registry, shadows }).map((layer) => layer.says);
    expect(says('team', ['other'])).toEqual(['none', 'answers', 'shadowed']);
    expect(layerAnswers(['own'], { registry: undefined, shadows: [] })).toEqual([
      { name: 'own', says: 'answers' },
    ]);
  });
});
