'use strict';
// A complete React program without a bundler: state that is replaced, an effect
// that drops late answers, keys, a form that keeps its fields, an error boundary,
// rendering on the server and hydration. jsdom stands for the browser.
//
//   npm install react react-dom jsdom
//   node basic.js

const assert = require('node:assert/strict');
const { JSDOM } = require('jsdom');

const dom = new JSDOM('<!doctype html><body></body>', { url: 'https://shop.example/', pretendToBeVisual: true });
for (const name of ['document', 'navigator', 'HTMLElement', 'HTMLIFrameElement', 'Element', 'Node', 'Event', 'FormData']) {
  Object.defineProperty(globalThis, name, { value: dom.window[name], configurable: true, writable: true });
}
globalThis.window = dom.window;
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

const React = require('react');
const { createRoot, hydrateRoot } = require('react-dom/client');
const { renderToString } = require('react-dom/server');
const { StrictMode, act, createContext, useActionState, useContext, useEffect, useId, useState } = React;
const h = React.createElement; // what JSX is written for

const warnings = [];
console.error = (...words) => warnings.push(words.join(' '));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Rows keep what was typed into them: the key comes from the data. */
function List() {
  const [items, setItems] = useState([{ id: 1, text: 'milk' }, { id: 2, text: 'bread' }]);
  return h(
    'section',
    null,
    h('button', { type: 'button', onClick: () => setItems((now) => now.slice(1)) }, 'remove first'),
    items.length > 0 && h('ul', null, items.map((item) => h('li', { key: item.id }, h('input', { defaultValue: item.text })))),
  );
}

/** Loads, and drops the answer for a former id. */
function User({ id, load }) {
  const [state, setState] = useState({ status: 'loading' });
  useEffect(() => {
    const left = new AbortController();
    load(id).then(
      (name) => !left.signal.aborted && setState({ status: 'ready', name }),
      (error) => !left.signal.aborted && setState({ status: 'failed', name: error.message }),
    );
    return () => left.abort();
  }, [id, load]);
  return h('p', null, state.status === 'loading' ? '…' : state.name);
}

/** A form whose fields survive a refusal. */
function Subscribe({ save }) {
  const [state, action, isPending] = useActionState(async (before, data) => {
    const email = String(data.get('email'));
    if (!email.includes('@')) return { error: 'no address', email };
    await save(email);
    return { done: email };
  }, {});
  const id = useId();
  return h(
    'form',
    { action },
    h('label', { htmlFor: id }, 'Email'),
    h('input', { id, name: 'email', defaultValue: state.email ?? '' }),
    h('button', { disabled: isPending }, 'Subscribe'),
    h('output', null, state.error ?? state.done ?? ''),
  );
}

class Boundary extends React.Component {
  state = { error: null };

  static getDerivedStateFromError(error) {
    return { error };
  }

  render() {
    return this.state.error ? h('p', null, 'Something failed.') : this.props.children;
  }
}

const UserName = createContext('nobody');
const Page = () => h('main', null, h('h1', null, `Hello ${useContext(UserName)}`), h('i', { id: useId() }));

async function mount(element, options) {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container, options);
  const render = (next) => act(async () => root.render(h(StrictMode, null, next)));
  await render(element);
  return { container, render, find: (selector) => container.querySelector(selector), unmount: () => act(async () => root.unmount()) };
}

async function main() {
  const list = await mount(h(List));
  list.container.querySelectorAll('input')[1].value = 'brown bread';
  await act(async () => list.find('button').click());
  assert.equal(list.find('input').value, 'brown bread'); // the row stayed itself
  await act(async () => list.find('button').click());
  assert.equal(list.container.textContent, 'remove first'); // and no 0
  console.log('rows kept their state');

  const load = async (id) => {
    await pause(id === 'slow' ? 80 : 10);
    return id;
  };
  const user = await mount(h(User, { id: 'slow', load }));
  await user.render(h(User, { id: 'quick', load }));
  await act(() => pause(150));
  assert.equal(user.container.textContent, 'quick');
  await user.unmount();
  console.log('dropped the late answer');

  const saved = [];
  const form = await mount(h(Subscribe, { save: async (email) => saved.push(email) }));
  const submit = async (text) => {
    form.find('input').value = text;
    await act(async () => form.find('form').requestSubmit());
    await act(() => pause(20));
  };
  await submit('ada');
  assert.deepEqual([form.find('output').textContent, form.find('input').value], ['no address', 'ada']);
  await submit('ada@example.com');
  assert.deepEqual([form.find('output').textContent, saved], ['ada@example.com', ['ada@example.com']]);
  console.log('the form kept its field after a refusal');

  const reported = [];
  const Broken = () => {
    throw new Error('boom');
  };
  const guarded = await mount(h('main', null, 'page ', h(Boundary, null, h(Broken))), {
    onCaughtError: (error) => reported.push(error.message),
  });
  assert.deepEqual([guarded.container.textContent, reported], ['page Something failed.', ['boom']]);
  console.log('the boundary kept the page');

  // The server: the user by context, never by a variable of the module.
  const html = (name) => renderToString(h(UserName, { value: name }, h(Page)));
  assert.ok(html('<b>').includes('&lt;b&gt;'));
  const container = document.createElement('div');
  container.innerHTML = html('ada');
  const before = container.firstChild;
  const mismatches = [];
  await act(async () =>
    hydrateRoot(container, h(UserName, { value: 'ada' }, h(Page)), { onRecoverableError: (error) => mismatches.push(error) }),
  );
  assert.deepEqual(mismatches, []);
  assert.equal(container.firstChild, before); // taken over, not made anew
  const json = JSON.stringify({ name: '</script>' }).replace(/</g, '\\u003c');
  assert.equal(json.includes('</script>'), false);
  assert.equal(JSON.parse(json).name, '</script>');
  console.log('rendered on the server and hydrated');

  assert.deepEqual(warnings, []);
  dom.window.close();
}

main().catch((error) => {
  console.log(error);
  process.exit(1);
});
