'use strict';
const assert = require('node:assert/strict');
const { test, beforeEach } = require('node:test');
const { React, act, createRoot, h, logged, mount, onPage, pause } = require('./helpers.cjs');
const { createContext, memo, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } = React;

beforeEach(() => logged.clear());

test('StrictMode calls components and initial functions twice', async () => {
  let renders = 0;
  let initials = 0;
  const Part = () => {
    renders += 1;
    useState(() => {
      initials += 1;
    });
    return null;
  };
  await mount(h(React.StrictMode, null, h(Part)));
  assert.deepEqual([renders, initials], [2, 2]);
});

test('several sets are one render, in an event and after await', async () => {
  let renders = 0;
  const Part = ({ isLate }) => {
    renders += 1;
    const [a, setA] = useState(0);
    const [b, setB] = useState(0);
    const change = async () => {
      if (isLate) await pause(5);
      setA(1);
      setB(1);
    };
    return h('button', { onClick: change }, a + b);
  };
  for (const isLate of [false, true]) {
    renders = 0;
    const page = await mount(h(Part, { isLate }));
    await page.click();
    await act(() => pause(20));
    assert.deepEqual([page.text, renders], ['2', 2]);
  }
});

test('the same value renders nothing, or the component once more without its children', async () => {
  let renders = 0;
  let below = 0;
  const Child = () => {
    below += 1;
    return null;
  };
  const Part = ({ first }) => {
    renders += 1;
    const [n, setN] = useState(first);
    return h('button', { onClick: () => setN(1) }, n, h(Child));
  };
  const page = await mount(h(Part, { first: 1 }));
  await page.click();
  assert.deepEqual([renders, below], [1, 1]);
  [renders, below] = [0, 0];
  const other = await mount(h(Part, { first: 0 }));
  for (let i = 0; i < 4; i++) await other.click();
  assert.deepEqual([renders, below], [3, 2]); // 0, 1, and once more for the first equal value
});

test('order: children before parents, layout effects before effects, cleanups first', async () => {
  const order = [];
  const Part = ({ name, n, children }) => {
    order.push(`render ${name}`);
    useLayoutEffect(() => {
      order.push(`layout ${name}`);
    });
    useEffect(() => {
      order.push(`effect ${name}`);
      return () => order.push(`off ${name}`);
    });
    return children ?? n;
  };
  const tree = (n) => h(Part, { name: 'outer', n }, h(Part, { name: 'inner', n }));
  const page = await mount(tree(1));
  assert.deepEqual(order.splice(0), ['render outer', 'render inner', 'layout inner', 'layout outer', 'effect inner', 'effect outer']);
  await page.render(tree(2));
  assert.deepEqual(order.splice(0).slice(-4), ['off inner', 'off outer', 'effect inner', 'effect outer']);
  await page.unmount();
  assert.deepEqual(order, ['off outer', 'off inner']);
});

test('a parent that renders renders its children; memo stops it unless a prop is new', async () => {
  let plain = 0;
  let kept = 0;
  let broken = 0;
  const Plain = () => {
    plain += 1;
    return null;
  };
  const Kept = memo(() => {
    kept += 1;
    return null;
  });
  const Broken = memo(() => {
    broken += 1;
    return null;
  });
  const Page = () => {
    const [n, setN] = useState(0);
    const onSave = useCallback(() => {}, []);
    const style = useMemo(() => ({ color: 'red' }), []);
    return h('div', null, h('button', { onClick: () => setN(n + 1) }), h(Plain), h(Kept, { onSave, style }), h(Broken, { onSave: () => {} }));
  };
  const page = await mount(h(Page));
  await page.click();
  assert.deepEqual([plain, kept, broken], [2, 1, 2]);
});

test('children that are passed in are not rendered again by the state around them', async () => {
  let renders = 0;
  const Slow = () => {
    renders += 1;
    return null;
  };
  const Box = ({ children }) => {
    const [n, setN] = useState(0);
    return h('button', { onClick: () => setN(n + 1) }, n, children);
  };
  const page = await mount(h(Box, null, h(Slow)));
  await page.click();
  assert.deepEqual([page.text, renders], ['1', 1]);
});

test('a context whose value is a new object renders all readers', async () => {
  const Context = createContext();
  let renders = 0;
  const Reader = memo(() => {
    renders += 1;
    return useContext(Context).name;
  });
  const counts = {};
  for (const kind of ['new', 'kept']) {
    renders = 0;
    const Provider = ({ children }) => {
      const [n, setN] = useState(0);
      const kept = useMemo(() => ({ name: 'ada' }), []);
      return h(Context, { value: kind === 'new' ? { name: 'ada' } : kept }, h('button', { onClick: () => setN(n + 1) }), children);
    };
    const page = await mount(h(Provider, null, h(Reader)));
    await page.click();
    counts[kind] = renders;
  }
  assert.deepEqual(counts, { new: 2, kept: 1 });
});

test('a ref changes without a render', async () => {
  const Part = () => {
    const clicks = useRef(0);
    return h('button', { onClick: () => { clicks.current += 1; } }, clicks.current);
  };
  const page = await mount(h(Part));
  await page.click();
  await page.click();
  assert.equal(page.text, '0');
});

test('a transition shows the old screen meanwhile', async () => {
  const Search = () => {
    const [text, setText] = useState('');
    const [query, setQuery] = useState('');
    const [isPending, start] = React.useTransition();
    return h('button', {
      onClick: () => {
        setText('typed');
        start(async () => {
          await pause(30);
          React.startTransition(() => setQuery('found'));
        });
      },
    }, `${text} ${query} ${isPending}`);
  };
  const page = await mount(h(Search));
  await onPage(async () => {
    page.container.querySelector('button').click();
    await pause(15);
    assert.equal(page.text, 'typed  true');
    await pause(100);
    assert.equal(page.text, 'typed found false');
  });
});

test('an optimistic value goes back at the end of the action', async () => {
  const Like = () => {
    const [likes] = useState(1);
    const [shown, add] = React.useOptimistic(likes, (now, n) => now + n);
    const [, start] = React.useTransition();
    return h('button', { onClick: () => start(async () => { add(1); await pause(30); }) }, shown);
  };
  const page = await mount(h(Like));
  await onPage(async () => {
    page.container.querySelector('button').click();
    await pause(15);
    assert.equal(page.text, '2');
    await pause(100);
    assert.equal(page.text, '1');
  });
});

test('a set after unmounting is silent', async () => {
  let set;
  const Part = () => {
    [, set] = useState(0);
    return null;
  };
  const page = await mount(h(Part));
  await page.unmount();
  await act(async () => set(1));
  assert.deepEqual([...logged], []);
});

test('createRoot twice on one element warns; unmount empties it', async () => {
  const page = await mount(h('p', null, 'x'));
  createRoot(page.container);
  assert.match(logged.join('\n'), /You are calling ReactDOMClient\.createRoot\(\) on a container that has already been passed to createRoot\(\) before\./);
  await page.unmount();
  assert.equal(page.html, '');
});

test('a set outside of act is warned of in tests', async () => {
  let set;
  const Part = () => {
    const [n, setN] = useState(0);
    set = setN;
    return n;
  };
  const page = await mount(h(Part));
  set(1);
  assert.equal(page.text, '0');
  assert.match(logged.join('\n'), /An update to Part inside a test was not wrapped in act\(\.\.\.\)\./);
  await act(async () => {});
  assert.equal(page.text, '1');
});

test('useSyncExternalStore: a snapshot that is new each time never ends, a kept one is right', async () => {
  let state = { n: 1 };
  const listeners = new Set();
  const subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const Good = () => React.useSyncExternalStore(subscribe, () => state).n;
  const page = await mount(h(Good));
  await act(async () => {
    state = { n: 2 };
    for (const listener of listeners) listener();
  });
  assert.equal(page.text, '2');
  const Bad = () => React.useSyncExternalStore(subscribe, () => ({ ...state })).n;
  await assert.rejects(mount(h(Bad)), /Maximum update depth exceeded/);
  assert.match(logged.join('\n'), /The result of getSnapshot should be cached to avoid an infinite loop/);
  await page.unmount();
  assert.equal(listeners.size, 0);
});

test('the production build warns of nothing', () => {
  const { spawnSync } = require('node:child_process');
  const render = (env) => spawnSync(process.execPath, ['-e', `
    const React = require(${JSON.stringify(require.resolve('react'))});
    const { renderToString } = require(${JSON.stringify(require.resolve('react-dom/server'))});
    console.error = () => console.log('warned');
    try { renderToString(React.createElement('p', null, {})); } catch (error) { console.log(error.message.slice(0, 40)); }
    renderToString(React.createElement('ul', null, [React.createElement('li')]));`], { encoding: 'utf8', env: { ...process.env, NODE_ENV: env } }).stdout;
  assert.match(render('development'), /Objects are not valid as a React child[\s\S]*warned/);
  assert.doesNotMatch(render('production'), /warned/);
});

test('renderToString does not wait for Suspense; a stream does', async () => {
  const { renderToString, renderToPipeableStream } = require('react-dom/server');
  const { Writable } = require('node:stream');
  const promise = pause(10).then(() => 'there');
  const Late = () => React.use(promise);
  const page = h('div', null, h(React.Suspense, { fallback: 'waiting' }, h(Late)));
  const sync = renderToString(page);
  assert.ok(sync.includes('waiting') && !sync.includes('there'));
  const late = pause(10).then(() => 'there');
  const Later = () => React.use(late);
  const html = await new Promise((resolve, reject) => {
    let text = '';
    const { pipe } = renderToPipeableStream(h('div', null, h(React.Suspense, { fallback: 'waiting' }, h(Later))), {
      onAllReady: () => pipe(new Writable({ write: (part, encoding, done) => { text += part; done(); }, final: (done) => { resolve(text); done(); } })),
      onError: reject,
    });
  });
  assert.ok(html.includes('there') && !html.includes('waiting'));
});

test('actions of one useActionState run one after the other', async () => {
  const order = [];
  const Save = () => {
    const [n, save] = React.useActionState(async (before, ms) => {
      order.push(`begin ${ms}`);
      await pause(ms);
      order.push(`end ${ms}`);
      return before + 1;
    }, 0);
    return h('button', { onClick: () => React.startTransition(() => { save(30); save(1); }) }, n);
  };
  const page = await mount(h(Save));
  await page.click();
  await act(() => pause(80));
  assert.deepEqual([order, page.text], [['begin 30', 'end 30', 'begin 1', 'end 1'], '2']);
});

test('useEffectEvent sees the latest values without being a dependency', async () => {
  const seen = [];
  let runs = 0;
  const Part = ({ name }) => {
    const tell = React.useEffectEvent(() => seen.push(name));
    useEffect(() => {
      runs += 1;
      const timer = setInterval(tell, 10);
      return () => clearInterval(timer);
    }, []);
    return name;
  };
  const page = await mount(h(Part, { name: 'a' }));
  await page.render(h(Part, { name: 'b' }));
  seen.length = 0;
  await act(() => pause(50));
  assert.equal(runs, 1);
  assert.ok(seen.length > 0 && seen.every((name) => name === 'b'));
  await page.unmount();
});

test('a typed text is lost when an input becomes controlled', async () => {
  const Field = ({ value }) => h('input', { value, onChange: () => {} });
  const page = await mount(h(Field, {}));
  page.container.querySelector('input').value = 'typed';
  await page.render(h(Field, { value: 'loaded' }));
  assert.equal(page.container.querySelector('input').value, 'loaded');
});

test('a check of addresses by their protocol', () => {
  const { location } = window;
  const safe = (text) => {
    const url = URL.canParse(text, location.href) ? new URL(text, location.href) : null;
    return url && ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
  };
  for (const text of ['javascript:1', ' java\nscript:1', 'data:text/html,x', 'vbscript:x', 'http://[']) assert.equal(safe(text), undefined, text);
  assert.equal(safe('/cart'), 'https://shop.example/cart');
  assert.equal(safe('https://a.example'), 'https://a.example/');
});

test('names that the texts use exist', () => {
  const ReactDOM = require('react-dom');
  for (const name of ['preload', 'preconnect', 'flushSync']) assert.equal(typeof ReactDOM[name], 'function', name);
  for (const name of ['lazy', 'useDeferredValue', 'useOptimistic', 'useActionState', 'useEffectEvent', 'use', 'act', 'startTransition']) {
    assert.equal(typeof React[name], 'function', name);
  }
});
