'use strict';
const assert = require('node:assert/strict');
const { test, beforeEach } = require('node:test');
const { JSDOM } = require('jsdom');
const { React, act, h, logged, mount, onPage, pause } = require('./helpers.cjs');
const { renderToString } = require('react-dom/server');

beforeEach(() => logged.clear());
/** Runs the scripts of a page; the title tells whether one ran. */
const ran = (html) => new JSDOM(`<!doctype html><body>${html}</body>`, { runScripts: 'dangerously' }).window.document.title;

test('text is escaped, dangerouslySetInnerHTML and srcDoc are not', () => {
  const evil = '<img src=x onerror="document.title=1">';
  assert.equal(renderToString(h('p', null, evil)), '<p>&lt;img src=x onerror=&quot;document.title=1&quot;&gt;</p>');
  assert.ok(renderToString(h('p', { dangerouslySetInnerHTML: { __html: evil } })).includes(evil));
  assert.equal(renderToString(h('p', { title: '"><script>' })), '<p title="&quot;&gt;&lt;script&gt;"></p>');
  assert.ok(renderToString(h('iframe', { srcDoc: evil })).includes('srcDoc="&lt;img')); // the frame unescapes it: HTML of its own
});

test('javascript: addresses are blocked in known attributes; other addresses are not checked', async () => {
  for (const [type, name] of [['a', 'href'], ['form', 'action'], ['iframe', 'src']]) {
    const html = renderToString(h(type, { [name]: 'javascript:document.title=1' }));
    assert.match(html, /javascript:throw new Error\(&#x27;React has blocked a javascript: URL as a security precaution\.&#x27;\)/, name);
  }
  const page = await mount(h('a', { href: ' java\nscript:alert(1)' }));
  assert.match(page.container.firstChild.getAttribute('href'), /React has blocked/);
  assert.equal(renderToString(h('a', { href: 'data:text/html,<script>1</script>' })).includes('blocked'), false);
  assert.equal(renderToString(h('a', { href: '//evil.example' })), '<a href="//evil.example"></a>');
  // Written past React it is not blocked.
  const bare = await mount(h('div', { dangerouslySetInnerHTML: { __html: '<a href="javascript:alert(1)">x</a>' } }));
  assert.equal(bare.container.querySelector('a').getAttribute('href'), 'javascript:alert(1)');
});

test('state as JSON in a script: </script> ends it', () => {
  const state = { name: "</script><script>document.title='ran'</script>" };
  const page = (json) => renderToString(h('script', { dangerouslySetInnerHTML: { __html: `window.state = ${json}` } }));
  assert.equal(ran(page(JSON.stringify(state))), 'ran');
  const safe = JSON.stringify(state).replace(/</g, '\\u003c');
  assert.equal(ran(page(safe)), '');
  const dom = new JSDOM(`<body>${page(safe)}</body>`, { runScripts: 'dangerously' });
  assert.equal(dom.window.state.name, state.name);
});

test('props that come from outside may hold dangerouslySetInnerHTML, and a type may be a script', () => {
  const fromServer = JSON.parse('{"dangerouslySetInnerHTML":{"__html":"<b>mine</b>"}}');
  assert.equal(renderToString(h('p', { ...fromServer })), '<p><b>mine</b></p>');
  const { name, children } = JSON.parse('{"name":"iframe","children":"x"}');
  assert.equal(renderToString(h(name, { srcDoc: '<b>mine</b>' }, children)).startsWith('<iframe'), true);
  // An object that looks like an element is refused, since JSON can't hold the symbol.
  assert.throws(() => renderToString(h('p', null, JSON.parse('{"$$typeof":"react.transitional.element","type":"b","props":{},"key":null,"ref":null}'))), /Objects are not valid as a React child/);
});

test('an error while rendering takes the whole tree off, a boundary keeps the rest', async () => {
  const Bad = () => {
    throw new Error('boom');
  };
  class Boundary extends React.Component {
    state = {};
    static getDerivedStateFromError() {
      return { failed: true };
    }
    render() {
      return this.state.failed ? 'sorry' : this.props.children;
    }
  }
  const container = document.createElement('div');
  const { createRoot } = require('react-dom/client');
  const errors = [];
  const root = createRoot(container, { onUncaughtError: (error) => errors.push(error.message) });
  await onPage(async () => {
    root.render(h('main', null, 'page'));
    await pause(50);
    assert.equal(container.textContent, 'page');
    root.render(h('main', null, 'page', h(Bad)));
    await pause(50);
  });
  assert.deepEqual([container.innerHTML, errors], ['', ['boom']]);
  const caught = [];
  const page = await mount(h('main', null, 'page ', h(Boundary, null, h(Bad))), { onCaughtError: (error) => caught.push(error.message) });
  assert.deepEqual([page.text, caught], ['page sorry', ['boom']]);
});

test('a boundary gets no error of an event handler or of a timer', async () => {
  class Boundary extends React.Component {
    state = {};
    static getDerivedStateFromError() {
      return { failed: true };
    }
    render() {
      return this.state.failed ? 'sorry' : this.props.children;
    }
  }
  const seen = [];
  window.addEventListener('error', (event) => {
    seen.push(event.error.message);
    event.preventDefault();
  });
  const Button = () => h('button', { onClick: () => { throw new Error('clicked'); } }, 'go');
  const page = await mount(h(Boundary, null, h(Button)));
  await page.click();
  assert.deepEqual([page.text, seen], ['go', ['clicked']]);
  // Inside of a transition it does.
  const Async = () => {
    const [, start] = React.useTransition();
    return h('button', { onClick: () => start(async () => { throw new Error('late'); }) }, 'go');
  };
  const other = await mount(h(Boundary, null, h(Async)), { onCaughtError: () => {} });
  await other.click();
  await act(() => pause(10));
  assert.equal(other.text, 'sorry');
});

test('a variable of a module on the server is shared by overlapping requests', async () => {
  const store = {};
  const Page = () => h('p', null, store.user);
  const handle = async (user) => {
    store.user = user;
    await pause(10); // loading
    return renderToString(h(Page));
  };
  assert.deepEqual(await Promise.all([handle('ada'), handle('bob')]), ['<p>bob</p>', '<p>bob</p>']);
  const Context = React.createContext();
  const Own = () => h('p', null, React.useContext(Context));
  const right = async (user) => {
    await pause(10);
    return renderToString(h(Context, { value: user }, h(Own)));
  };
  assert.deepEqual(await Promise.all([right('ada'), right('bob')]), ['<p>ada</p>', '<p>bob</p>']);
});

test('what is hidden is not protected: props of the client are in its memory, comments of the server in the HTML', () => {
  const Page = ({ user }) => h('div', null, user.isAdmin && h('b', null, 'admin'), user.name);
  assert.equal(renderToString(h(Page, { user: { isAdmin: false, name: 'ada' } })), '<div>ada</div>');
});
