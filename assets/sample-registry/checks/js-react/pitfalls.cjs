'use strict';
const assert = require('node:assert/strict');
const { test, beforeEach } = require('node:test');
const { React, act, h, hydrateRoot, logged, mount, pause } = require('./helpers.cjs');
const { useEffect, useRef, useState } = React;

beforeEach(() => logged.clear());

test('the version, in development', () => {
  assert.equal(React.version, '19.3.1');
  assert.notEqual(process.env.NODE_ENV, 'production');
});

test('a changed object that is set again renders nothing, a new one does', async () => {
  const List = ({ add }) => {
    const [items, setItems] = useState([]);
    return h('button', { onClick: () => setItems(add) }, items.length);
  };
  const bad = await mount(h(List, { add: (items) => { items.push(1); return items; } }));
  await bad.click();
  await bad.click();
  assert.equal(bad.text, '0');
  const good = await mount(h(List, { add: (items) => [...items, 1] }));
  await good.click();
  await good.click();
  assert.equal(good.text, '2');
});

test('state is a constant of the render: two increments add one, the updater adds two', async () => {
  const seen = [];
  const Counter = ({ twice }) => {
    const [count, setCount] = useState(0);
    return h('button', { onClick: () => { twice(count, setCount); seen.push(count); } }, count);
  };
  const bad = await mount(h(Counter, { twice: (count, set) => { set(count + 1); set(count + 1); } }));
  await bad.click();
  assert.equal(bad.text, '1');
  assert.deepEqual(seen, [0]);
  const good = await mount(h(Counter, { twice: (count, set) => { set((n) => n + 1); set((n) => n + 1); } }));
  await good.click();
  assert.equal(good.text, '2');
});

test('an interval with an empty list sees the first state for ever', async () => {
  const Clock = ({ tick }) => {
    const [n, setN] = useState(0);
    useEffect(() => {
      const timer = setInterval(() => tick(n, setN), 10);
      return () => clearInterval(timer);
    }, []);
    return n;
  };
  const bad = await mount(h(Clock, { tick: (n, set) => set(n + 1) }));
  await act(() => pause(100));
  assert.equal(bad.text, '1');
  await bad.unmount();
  const good = await mount(h(Clock, { tick: (n, set) => set((now) => now + 1) }));
  await act(() => pause(100));
  assert.ok(Number(good.text) > 2);
  await good.unmount();
});

test('an effect that loads: the slow first answer overwrites the second, unless it is dropped', async () => {
  const load = (id) => pause(id === 'slow' ? 60 : 10).then(() => id);
  const User = ({ id, isCareful }) => {
    const [user, setUser] = useState('none');
    useEffect(() => {
      let isCurrent = true;
      load(id).then((found) => {
        if (!isCareful || isCurrent) setUser(found);
      });
      return () => {
        isCurrent = false;
      };
    }, [id, isCareful]);
    return user;
  };
  const shown = async (isCareful) => {
    const page = await mount(h(User, { id: 'slow', isCareful }));
    await page.render(h(User, { id: 'quick', isCareful }));
    await act(() => pause(120));
    return page.text;
  };
  assert.equal(await shown(false), 'slow');
  assert.equal(await shown(true), 'quick');
});

test('an async effect function gives a promise instead of a cleanup', async () => {
  const Bad = () => {
    useEffect(async () => {}, []);
    return 'x';
  };
  const page = await mount(h(Bad));
  assert.match(logged.join('\n'), /useEffect must not return anything besides a function, which is used for clean-up/);
  await assert.rejects(page.unmount(), { message: 'destroy is not a function' });
});

test('without a cleanup listeners pile up; StrictMode runs an effect twice', async () => {
  let listeners = 0;
  const Bad = ({ n }) => {
    useEffect(() => {
      listeners += 1;
    }, [n]);
    return n;
  };
  const page = await mount(h(Bad, { n: 1 }));
  await page.render(h(Bad, { n: 2 }));
  await page.unmount();
  assert.equal(listeners, 2);
  const order = [];
  const Strict = () => {
    useEffect(() => {
      order.push('on');
      return () => order.push('off');
    }, []);
    return null;
  };
  await mount(h(React.StrictMode, null, h(Strict)));
  assert.deepEqual(order, ['on', 'off', 'on']);
});

test('an object made in the render as dependency runs the effect each time; with a set it never ends', async () => {
  let runs = 0;
  const Search = ({ value }) => {
    const options = { value };
    useEffect(() => {
      runs += 1;
    }, [options]);
    return value;
  };
  const page = await mount(h(Search, { value: 1 }));
  await page.render(h(Search, { value: 1 }));
  assert.equal(runs, 2);
  let renders = 0;
  const Loop = () => {
    const [data, setData] = useState({});
    const options = {};
    renders += 1;
    useEffect(() => {
      if (renders < 300) setData({}); // it would go on for ever
    }, [options]);
    return Object.keys(data).length;
  };
  await mount(h(Loop));
  assert.equal(renders, 300);
  assert.match(logged.join('\n'), /Maximum update depth exceeded/);
});

test('the index as key keeps state at the place, an id moves it along', async () => {
  const Row = ({ name }) => {
    const [first] = useState(name);
    return h('li', null, `${name}:${first}`);
  };
  const list = (names, keyOf) => h('ul', null, names.map((name, i) => h(Row, { key: keyOf(name, i), name })));
  const bad = await mount(list(['a', 'b'], (name, i) => i));
  await bad.render(list(['b'], (name, i) => i));
  assert.equal(bad.text, 'b:a');
  const good = await mount(list(['a', 'b'], (name) => name));
  await good.render(list(['b'], (name) => name));
  assert.equal(good.text, 'b:b');
  // A random key makes everything anew.
  const random = await mount(list(['a'], () => Math.random()));
  const before = random.container.querySelector('li');
  await random.render(list(['a'], () => Math.random()));
  assert.notEqual(random.container.querySelector('li'), before);
  await mount(h('ul', null, [h('li'), h('li')]));
  assert.match(logged.join('\n'), /Each child in a list should have a unique "key" prop\./);
});

test('0 && element shows 0; NaN too', async () => {
  assert.equal((await mount(h('p', null, [].length && h('b')))).html, '<p>0</p>');
  assert.equal((await mount(h('p', null, Number.NaN && h('b')))).html, '<p>NaN</p>');
  assert.equal((await mount(h('p', null, [].length > 0 && h('b')))).html, '<p></p>');
  assert.equal((await mount(h('p', null, '' && h('b'), null, undefined, false, true))).html, '<p></p>');
});

test('a hook behind a return throws when the number of hooks changes', async () => {
  const Early = ({ user }) => {
    const [n] = useState(1);
    if (!user) return null;
    useEffect(() => {});
    return n;
  };
  const other = await mount(h(Early, { user: null }));
  await assert.rejects(other.render(h(Early, { user: 1 })), /Rendered more hooks than during the previous render\./);
  const back = await mount(h(Early, { user: 1 }));
  await assert.rejects(back.render(h(Early, { user: null })), /Rendered fewer hooks than expected\. This may be caused by an accidental early return statement\./);
  // From none to one nothing is noticed.
  const First = ({ user }) => {
    if (!user) return 'nobody';
    const [n] = useState(1);
    return n;
  };
  const silent = await mount(h(First, { user: null }));
  await silent.render(h(First, { user: 1 }));
  assert.equal(silent.text, '1');
});

test('a component defined in a component is mounted anew by each render', async () => {
  let mounts = 0;
  const Bad = () => {
    const [n, setN] = useState(0);
    const Field = () => {
      useEffect(() => {
        mounts += 1;
      }, []);
      return h('input');
    };
    return h('div', null, h('button', { onClick: () => setN(n + 1) }), h(Field));
  };
  const page = await mount(h(Bad));
  const input = page.container.querySelector('input');
  input.value = 'typed';
  await page.click();
  assert.equal(mounts, 2);
  assert.equal(page.container.querySelector('input').value, '');
});

test('state made from a prop stays when the prop changes; a key makes it anew', async () => {
  const Edit = ({ name }) => {
    const [value] = useState(name);
    return value;
  };
  const bad = await mount(h(Edit, { name: 'ada' }));
  await bad.render(h(Edit, { name: 'bob' }));
  assert.equal(bad.text, 'ada');
  const good = await mount(h(Edit, { key: 'ada', name: 'ada' }));
  await good.render(h(Edit, { key: 'bob', name: 'bob' }));
  assert.equal(good.text, 'bob');
});

test('a function as state is called; an initial value by call is computed at each render', async () => {
  let computed = 0;
  const expensive = () => ++computed;
  const Bad = ({ n }) => {
    useState(expensive());
    return n;
  };
  const bad = await mount(h(Bad, { n: 1 }));
  await bad.render(h(Bad, { n: 2 }));
  assert.equal(computed, 2);
  computed = 0;
  const Good = ({ n }) => {
    useState(expensive);
    return n;
  };
  const good = await mount(h(Good, { n: 1 }));
  await good.render(h(Good, { n: 2 }));
  assert.equal(computed, 1);
  let called = 0;
  const Handler = () => {
    const [handler, setHandler] = useState(null);
    return h('button', { onClick: () => setHandler(() => { called += 1; return 'result'; }) }, typeof handler, String(handler));
  };
  const page = await mount(h(Handler));
  await page.click();
  assert.equal(called, 1);
  assert.equal(page.text, 'stringresult');
});

test('setting state while rendering', async () => {
  const Bad = () => {
    const [n, setN] = useState(0);
    setN(n + 1);
    return n;
  };
  await assert.rejects(mount(h(Bad)), /Too many re-renders\. React limits the number of renders to prevent an infinite loop\./);
  const Called = () => {
    const [n, setN] = useState(0);
    return h('button', { onClick: setN(1) }, n);
  };
  await assert.rejects(mount(h(Called)), /Too many re-renders/);
  logged.clear();
  const Child = ({ tell }) => {
    tell(1);
    return null;
  };
  const Parent = () => {
    const [n, setN] = useState(0);
    return h('div', null, n, h(Child, { tell: setN }));
  };
  await mount(h(Parent));
  assert.match(logged.join('\n'), /Cannot update a component \(`Parent`\) while rendering a different component \(`Child`\)/);
});

test('an input whose value begins as undefined; a value without onChange', async () => {
  const Field = ({ value }) => h('input', { value, onChange: () => {} });
  const page = await mount(h(Field, {}));
  await page.render(h(Field, { value: 'a' }));
  assert.match(logged.join('\n'), /A component is changing an uncontrolled input to be controlled\./);
  logged.clear();
  await mount(h('input', { value: 'fixed' }));
  assert.match(logged.join('\n'), /You provided a `value` prop to a form field without an `onChange` handler\./);
});

test('what the server and the client render differently', async () => {
  const { renderToString } = require('react-dom/server');
  let side = 'server';
  const Time = () => h('p', null, side);
  const container = document.createElement('div');
  container.innerHTML = renderToString(h(Time));
  side = 'client';
  const errors = [];
  await act(async () => hydrateRoot(container, h(Time), { onRecoverableError: (error) => errors.push(error.message) }));
  assert.match(errors[0], /^Hydration failed because the server rendered text didn't match the client\./);
  assert.equal(container.textContent, 'client'); // rendered anew
  // After mounting it may differ.
  const Good = () => {
    const [text, setText] = useState('');
    useEffect(() => setText(side), []);
    return h('p', null, text);
  };
  const other = document.createElement('div');
  other.innerHTML = renderToString(h(Good));
  const none = [];
  await act(async () => hydrateRoot(other, h(Good), { onRecoverableError: (error) => none.push(error.message) }));
  assert.deepEqual([none, other.textContent], [[], 'client']);
});

test('useId is equal on both sides, a counter is not', async () => {
  const { renderToString } = require('react-dom/server');
  const Field = () => h('i', { id: React.useId() });
  const container = document.createElement('div');
  container.innerHTML = renderToString(h(Field));
  const errors = [];
  await act(async () => hydrateRoot(container, h(Field), { onRecoverableError: (error) => errors.push(error.message) }));
  assert.deepEqual(errors, []);
  assert.equal(logged.length, 0);
});

test('a promise that is made in the render and given to use suspends for ever, without a message', async () => {
  const { Suspense, use } = React;
  const { createRoot } = require('react-dom/client');
  globalThis.IS_REACT_ACT_ENVIRONMENT = false; // as on a page
  try {
    const show = async (element) => {
      const container = document.createElement('div');
      const root = createRoot(container);
      root.render(h(Suspense, { fallback: 'waiting' }, element));
      await pause(1500);
      const text = container.textContent;
      root.unmount();
      return text;
    };
    let made = 0;
    const load = () => {
      made += 1;
      return pause(60).then(() => 'there'); // as long as a quick answer takes
    };
    const Bad = () => use(load());
    assert.equal(await show(h(Bad)), 'waiting');
    assert.ok(made > 5, `${made} requests`);
    assert.equal(logged.length, 0);
    const Good = ({ promise }) => use(promise);
    assert.equal(await show(h(Good, { promise: load() })), 'there');
    const container = document.createElement('div');
    const root = createRoot(container);
    const Page = () => {
      const [promise] = useState(load);
      return h(Suspense, { fallback: 'waiting' }, h(Good, { promise }));
    };
    root.render(h(Page));
    await pause(1000);
    assert.equal(container.textContent, 'there');
    root.unmount();
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
});

test('a form with an action is reset when the action is done, also after a refusal', async () => {
  const actions = [];
  const Form = () => {
    const [state, action] = React.useActionState(async (before, data) => {
      actions.push(data.get('name'));
      return { error: 'too short', name: data.get('name') };
    }, {});
    return h('form', { action }, h('input', { name: 'name', defaultValue: '' }), state.error);
  };
  const page = await mount(h(Form));
  const input = page.container.querySelector('input');
  input.value = 'x';
  await act(async () => page.container.querySelector('form').requestSubmit());
  await act(() => pause(20));
  assert.deepEqual(actions, ['x']);
  assert.equal(page.text, 'too short');
  assert.equal(input.value, '');
  // The state gives the value back.
  const Kept = () => {
    const [state, action] = React.useActionState(async (before, data) => ({ name: data.get('name') }), {});
    return h('form', { action }, h('input', { name: 'name', defaultValue: state.name ?? '' }));
  };
  const other = await mount(h(Kept));
  other.container.querySelector('input').value = 'x';
  await act(async () => other.container.querySelector('form').requestSubmit());
  await act(() => pause(20));
  assert.equal(other.container.querySelector('input').value, 'x');
});

test('gone since 18: render, propTypes, defaultProps of functions, string refs', async () => {
  const ReactDOM = require('react-dom');
  assert.deepEqual([ReactDOM.render, ReactDOM.hydrate, ReactDOM.unmountComponentAtNode, ReactDOM.findDOMNode, React.createFactory], Array(5).fill(undefined));
  const Old = ({ size }) => h('i', null, String(size));
  Old.defaultProps = { size: 3 };
  Old.propTypes = { size: () => new Error('never called') };
  const { jsx } = require('react/jsx-runtime'); // what JSX is compiled to
  const page = await mount(jsx(Old, {}));
  assert.equal(page.text, 'undefined');
  assert.equal((await mount(h(Old))).text, '3'); // createElement still knows it
  assert.equal(logged.length, 0); // silently
  const Field = ({ ref }) => h('input', { ref });
  const ref = React.createRef();
  await mount(h(Field, { ref }));
  assert.equal(ref.current.tagName, 'INPUT'); // ref is a prop
  assert.ok(useRef);
});

test('an object as child', async () => {
  await assert.rejects(mount(h('p', null, { a: 1 })), /Objects are not valid as a React child \(found: object with keys \{a\}\)/);
  await assert.rejects(mount(h('p', null, new Date(0))), /Objects are not valid as a React child \(found: \[object Date\]\)/);
});
