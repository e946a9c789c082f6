'use strict';
// A complete jsonwebtoken program: keys as KeyObjects with rotation, one rule set
// per purpose, refresh tokens that work once, and every refusal tried.
//
//   npm install jsonwebtoken
//   node basic.js

const assert = require('node:assert/strict');
const { createHmac, createPublicKey, createSecretKey, generateKeyPairSync, randomBytes, randomUUID } = require('node:crypto');
const jwt = require('jsonwebtoken');

const ISSUER = 'https://login.example';
const rulesFor = (audience, maxAge) =>
  Object.freeze({ algorithms: ['ES256'], issuer: ISSUER, audience, maxAge, clockTolerance: 5 });
const SESSION = rulesFor('shop:session', '1h');
const REFRESH = rulesFor('shop:refresh', '30d');

const makeKey = (kid) => ({ kid, key: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey });
let signing = makeKey('2026-08');
const verifying = new Map([[signing.kid, createPublicKey(signing.key)]]);

function issue(subject, claims, rules, expiresIn) {
  return jwt.sign(claims, signing.key, {
    algorithm: 'ES256',
    keyid: signing.kid,
    issuer: rules.issuer,
    audience: rules.audience,
    subject,
    jwtid: randomUUID(),
    expiresIn, // with a unit, or a number of seconds
  });
}

function check(token, rules) {
  if (typeof token !== 'string' || token.length > 4096) throw new jwt.JsonWebTokenError('no token');
  const key = verifying.get(jwt.decode(token, { complete: true })?.header.kid); // only chooses
  if (!key) throw new jwt.JsonWebTokenError('unknown key');
  const payload = jwt.verify(token, key, rules);
  if (typeof payload !== 'object' || typeof payload.exp !== 'number') {
    throw new jwt.JsonWebTokenError('claims are missing');
  }
  return payload;
}

/** The answer to a request: any error is a refusal. */
function status(token, rules = SESSION) {
  try {
    check(token, rules);
    return 'ok';
  } catch (error) {
    return error instanceof jwt.TokenExpiredError ? 'expired' : 'refused';
  }
}

const refreshes = new Set(); // a table with one row per refresh token

function login(user) {
  const refresh = issue(user.id, {}, REFRESH, '30d');
  refreshes.add(jwt.decode(refresh).jti);
  return { session: issue(user.id, { role: user.role }, SESSION, '15m'), refresh };
}

function renew(token, users) {
  const { sub, jti } = check(token, REFRESH);
  if (!refreshes.delete(jti)) throw new jwt.JsonWebTokenError('used before');
  return login(users.get(sub)); // new claims, from the record and not from the old token
}

const users = new Map([['7', { id: '7', role: 'user' }]]);
const { session, refresh } = login(users.get('7'));
const { sub, role, exp, iat } = check(session, SESSION);
assert.deepEqual([sub, role, exp - iat], ['7', 'user', 900]);
console.log('issued and checked');

// Every refusal.
const [head, body, signature] = session.split('.');
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const published = createPublicKey(signing.key).export({ type: 'spki', format: 'pem' });
const hs = `${part({ alg: 'HS256', typ: 'JWT', kid: signing.kid })}.${body}`;
for (const [name, token] of [
  ['nothing', undefined],
  ['a prefix', `Bearer ${session}`],
  ['another payload', `${head}.${part({ sub: '1', role: 'admin' })}.${signature}`],
  ['a payload that is no JSON', `${head}.${Buffer.from('{').toString('base64url')}.${signature}`],
  ['a short signature', `${head}.${body}.AAAA`],
  ['no signature', `${part({ alg: 'none', typ: 'JWT', kid: signing.kid })}.${body}.`],
  ['HMAC with the public key', `${hs}.${createHmac('sha256', published).update(hs).digest('base64url')}`],
  ['another key', jwt.sign({}, createSecretKey(randomBytes(32)), { keyid: signing.kid })],
  ['an unknown key', jwt.sign({}, makeKey('x').key, { algorithm: 'ES256', keyid: 'constructor' })],
  ['another purpose', refresh],
  ['another issuer', jwt.sign({ aud: SESSION.audience, iss: 'https://evil.example' }, signing.key, { algorithm: 'ES256', keyid: signing.kid, expiresIn: 60 })],
  ['no expiry', jwt.sign({ aud: SESSION.audience, iss: ISSUER }, signing.key, { algorithm: 'ES256', keyid: signing.kid })],
]) {
  assert.equal(status(token), 'refused', name);
}
assert.equal(status(issue('7', {}, SESSION, -60)), 'expired');
assert.equal(status(issue('7', { iat: Math.floor(Date.now() / 1000) - 7200 }, SESSION, '1d')), 'expired'); // maxAge
console.log('refused twelve forgeries, two were expired');

// Rotation: publish the new key, sign with it, remove the old one later.
const next = makeKey('2026-11');
verifying.set(next.kid, createPublicKey(next.key));
signing = next;
const renewed = renew(refresh, users);
assert.deepEqual([status(renewed.session), status(session)], ['ok', 'ok']);
assert.throws(() => renew(refresh, users), { message: 'used before' });
verifying.delete('2026-08');
assert.deepEqual([status(renewed.session), status(session)], ['ok', 'refused']);
console.log('rotated the keys, a refresh token worked once');
