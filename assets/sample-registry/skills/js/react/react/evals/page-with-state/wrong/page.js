const { createElement: h } = require('react');
const { renderToString } = require('react-dom/server');

exports.render = (state) =>
  `<!doctype html>${renderToString(
    h('html', null, h('body', null,
      h('h1', null, state.user.name),
      h('ul', null, state.comments.map(({ id, text }) => h('li', { key: id }, text))),
      h('script', { dangerouslySetInnerHTML: { __html: `window.__STATE__ = ${JSON.stringify(state)}` } }))),
  )}`;
