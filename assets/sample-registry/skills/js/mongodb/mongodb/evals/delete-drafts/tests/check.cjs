'use strict';
const { resolve } = require('node:path');
const { startStandIn } = require('./stand-in.cjs');

const NAMES = ['works', 'deletes nothing without an author', 'takes no operators'];

async function judge() {
  const stand = await startStandIn();
  const { c } = await stand.client();
  const { removeDrafts } = require(resolve('drafts.js'));
  const documents = () => [{ _id: 1, author: 'ada' }, { _id: 2, author: 'bob' }, { _id: 3 }, { _id: 4, author: 'ada' }];
  const run = async (body) => {
    stand.clear(documents());
    const answer = await Promise.race([
      Promise.resolve(removeDrafts(c, body)).then((n) => `deleted ${n}`, () => 'rejected'),
      new Promise((done) => setTimeout(done, 5000, 'no answer')),
    ]);
    return `${answer}, ${stand.data.length} left`;
  };
  const usual = await run({ author: 'ada' });
  const none = await run({ author: 'eve' });
  const works = usual === 'deleted 2, 2 left' && none === 'deleted 0, 4 left';
  const empty = [await run({}), await run({ author: null }), await run({ author: undefined })];
  const operators = [await run({ author: { $ne: null } }), await run({ author: { $in: ['ada', 'bob'] } })];
  await stand.stop();
  return [
    { name: NAMES[0], passed: works, evidence: `an author: ${usual}; an unknown one: ${none}` },
    { name: NAMES[1], passed: works && empty.every((answer) => answer === 'rejected, 4 left'), evidence: empty.join('; ') },
    { name: NAMES[2], passed: works && operators.every((answer) => answer === 'rejected, 4 left'), evidence: operators.join('; ') },
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
