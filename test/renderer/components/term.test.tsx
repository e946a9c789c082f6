// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Term } from '../../../src-renderer/components/term.tsx';

afterEach(cleanup);

function show() {
  const onKeyDown = { seen: 0 };
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: what is below, which must not hear of Escape
    <div onKeyDown={() => (onKeyDown.seen += 1)}>
      <Term meaning="Files to read before coding.">Read first</Term>
      <p>elsewhere</p>
    </div>,
  );
  const word = screen.getByRole('button', { name: 'Read first' });
  const tip = screen.getByRole('tooltip', { hidden: true });
  return { word, tip, isShown: () => tip.hasAttribute('data-shown'), onKeyDown };
}

describe('a word that stands for something', () => {
  it('is described by its meaning, which doesn’t belong to its name', () => {
    const { word, tip } = show();
    expect(word.getAttribute('aria-describedby')).toBe(tip.id);
    expect(tip.textContent).toBe('Files to read before coding.');
  });

  it('shows it to a pointer, and as long as the pointer is on it', () => {
    const { word, tip, isShown } = show();
    expect(isShown()).toBe(false);
    fireEvent.pointerEnter(word.parentElement as HTMLElement, { pointerType: 'mouse' });
    expect(isShown()).toBe(true);
    expect(word.parentElement?.contains(tip)).toBe(true);
    fireEvent.pointerLeave(word.parentElement as HTMLElement, { pointerType: 'mouse' });
    expect(isShown()).toBe(false);
  });

  it('shows it to the keyboard, and Escape takes away nothing else', () => {
    const { word, isShown, onKeyDown } = show();
    fireEvent.focus(word);
    expect(isShown()).toBe(true);
    const passed = fireEvent.keyDown(word, { key: 'Escape' });
    expect(isShown()).toBe(false);
    expect(passed).toBe(false);
    expect(onKeyDown.seen).toBe(0);
    fireEvent.keyDown(word, { key: 'Escape' });
    expect(onKeyDown.seen).toBe(1);
  });

  it('does what its word is a button for, too, and says whether it is pressed', () => {
    const pressed: string[] = [];
    render(
      <Term meaning="A sum." pressed={false} onPress={() => pressed.push('Trust')}>
        Trust
      </Term>,
    );
    const word = screen.getByRole('button', { name: 'Trust', pressed: false });
    fireEvent.click(word);
    expect(pressed).toEqual(['Trust']);
    expect(screen.getByRole('tooltip').hasAttribute('data-shown')).toBe(true);
  });

  it('shows it to a finger, until that presses elsewhere', () => {
    const { word, tip, isShown } = show();
    fireEvent.click(word);
    expect(isShown()).toBe(true);
    fireEvent.pointerDown(tip);
    expect(isShown()).toBe(true);
    fireEvent.pointerDown(screen.getByText('elsewhere'));
    expect(isShown()).toBe(false);
  });
});
