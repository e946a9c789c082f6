'use strict';
const { resolve } = require('node:path');
const { JSDOM, VirtualConsole } = require('jsdom');

const NAMES = ['works', 'runs no script of a comment'];

async function judge() {
  const { render } = require(resolve('page.js'));
  const page = async (text) => {
    const state = { user: { name: 'Ada' }, comments: [{ id: 1, text }] };
    const { window } = new JSDOM(await render(state), { runScripts: 'dangerously', virtualConsole: new VirtualConsole() });
    return {
      heading: window.document.querySelector('h1')?.textContent,
      item: window.document.querySelector('li')?.textContent,
      isKept: JSON.stringify(window.__STATE__) === JSON.stringify(state),
      ran: window.ran === 1,
    };
  };
  const usual = await page('well done & <3');
  const evil = [];
  for (const text of ['</script><script>window.ran=1</script>', '</SCRIPT ><img src=x><script>window.ran=1</script>', '<!--<script>']) evil.push(await page(text));
  const works = usual.heading === 'Ada' && usual.item === 'well done & <3' && usual.isKept;
  return [
    { name: NAMES[0], passed: works, evidence: `heading ${usual.heading}, item ${usual.item}, state ${usual.isKept ? 'whole' : 'lost'}` },
    { name: NAMES[1], passed: works && evil.every(({ ran, isKept }) => !ran && isKept), evidence: evil.map(({ ran, isKept }) => `${ran ? 'ran' : 'ran nothing'}, state ${isKept ? 'whole' : 'lost'}`).join('; ') },
  ];
}

const say = console.log;
console.log = console.error = () => {};
judge()
  .catch((error) => NAMES.map((name) => ({ name, passed: false, evidence: String(error) })))
  .then((checks) => {
    say(JSON.stringify({ checks }));
    process.exit(0);
  });
