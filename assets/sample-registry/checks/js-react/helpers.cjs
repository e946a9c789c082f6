'use strict';
const { JSDOM } = require('jsdom');

const dom = new JSDOM('<!doctype html><body></body>', { url: 'https://shop.example/', pretendToBeVisual: true });
for (const name of ['window', 'document', 'navigator', 'HTMLElement', 'HTMLInputElement', 'HTMLIFrameElement', 'Element', 'Node', 'Event', 'FormData', 'MutationObserver']) {
  globalThis[name] = name === 'window' ? dom.window : dom.window[name];
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

const React = require('react');
const { createRoot, hydrateRoot } = require('react-dom/client');
const h = React.createElement;
/** React's act gives a thenable without then's result; this gives a promise. */
const act = async (work) => {
  await React.act(work);
};

/** Errors and warnings that React printed since `logged.clear()`. */
const logged = [];
logged.clear = () => logged.splice(0);
for (const kind of ['error', 'warn']) {
  console[kind] = (format, ...rest) => logged.push(require('node:util').format(format, ...rest));
}

/** Mounts an element. `render` replaces it, `unmount` takes it off; `html` is what the page shows. */
async function mount(element, options) {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container, options);
  await act(async () => root.render(element));
  return {
    container,
    root,
    render: (next) => act(async () => root.render(next)),
    unmount: () => act(async () => root.unmount()),
    get html() {
      return container.innerHTML;
    },
    get text() {
      return container.textContent;
    },
    click: (selector = 'button') =>
      act(async () => {
        container.querySelector(selector).click();
      }),
  };
}

/** Runs as on a page: React decides when it renders, and `act` is off. */
async function onPage(work) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await work();
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

module.exports = { React, act, createRoot, dom, h, hydrateRoot, logged, mount, onPage, pause };
