const { createElement: h } = require('react');
const { renderToString } = require('react-dom/server');

exports.render = (state) => {
  const json = JSON.stringify(state).replace(/</g, '\\u003c'); // a comment may hold </script>
  return `<!doctype html>${renderToString(
    h('html', null, h('body', null,
      h('h1', null, state.user.name),
      h('ul', null, state.comments.map(({ id, text }) => h('li', { key: id }, text))),
      h('script', { dangerouslySetInnerHTML: { __html: `window.__STATE__ = ${json}` } }))),
  )}`;
};
