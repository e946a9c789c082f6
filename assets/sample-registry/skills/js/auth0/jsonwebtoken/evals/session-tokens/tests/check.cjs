'use strict';
const { resolve } = require('node:path');

process.env.SESSION_SECRET = 'a secret of the test with more than 32 bytes';
process.env.SESSION_SECONDS = '3600';
const NAMES = ['works', 'lasts as long as it is told', 'answers null to whatever is sent'];
const encode = (text) => Buffer.from(text).toString('base64url');

async function judge() {
  const { issue, check } = require(resolve('tokens.js'));
  const token = await issue('7');
  const [head, body, signature] = token.split('.');
  const { exp, iat } = JSON.parse(Buffer.from(body, 'base64url'));
  const said = async (given) => {
    try {
      return JSON.stringify(await check(given));
    } catch (error) {
      return `threw ${error.name}: ${error.message}`.slice(0, 60);
    }
  };
  const right = await said(token);
  const forged = await said(`${head}.${encode(JSON.stringify({ sub: '1', exp: 4102444800 }))}.${signature}`);
  const odd = [];
  for (const given of [undefined, '', 'x', `Bearer ${token}`, ['a'], `${head}.${encode('{')}.AAAA`, `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode('nonsense')}.${signature}`]) odd.push(await said(given));
  const works = right === '"7"' && forged === 'null';
  return [
    { name: NAMES[0], passed: works, evidence: `its own token gave ${right}, a forged one ${forged}` },
    { name: NAMES[1], passed: works && exp - (iat ?? exp) === 3600, evidence: `SESSION_SECONDS 3600 gave ${exp - iat} seconds` },
    { name: NAMES[2], passed: works && odd.every((answer) => answer === 'null'), evidence: odd.join('; ') },
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
