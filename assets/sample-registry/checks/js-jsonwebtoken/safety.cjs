'use strict';
const assert = require('node:assert/strict');
const { createHmac, generateKeyPairSync, randomBytes } = require('node:crypto');
const { test } = require('node:test');
const jwt = require('jsonwebtoken');

const SECRET = 'a secret of the tests that is 32 bytes or longer';
const now = () => Math.floor(Date.now() / 1000);
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (payload) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
/** A token that somebody makes by hand, with any key. */
const forge = (payload, key, header = { alg: 'HS256', typ: 'JWT' }) => {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });

test('a public key that is no PEM counts as a secret, with which anybody signs', () => {
  for (const published of [
    rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    JSON.stringify(rsa.publicKey.export({ format: 'jwk' })),
    publicPem.replaceAll('\n', '\\n'), // from an environment variable
    publicPem.replace(/-----.*-----\n?/g, '').replaceAll('\n', ''),
  ]) {
    const forged = forge({ sub: 'admin' }, published);
    assert.equal(jwt.verify(forged, published).sub, 'admin');
    assert.equal(jwt.verify(forged, published, { algorithms: ['RS256', 'HS256'] }).sub, 'admin');
    assert.throws(() => jwt.verify(forged, published, { algorithms: ['RS256'] }), { message: 'invalid algorithm' });
  }
  // As PEM the key is recognised, with and without the list.
  const forged = forge({ sub: 'admin' }, publicPem);
  assert.throws(() => jwt.verify(forged, publicPem), { message: 'invalid algorithm' });
  assert.throws(() => jwt.verify(forged, publicPem, { algorithms: ['RS256', 'HS256'] }), {
    message: 'secretOrPublicKey must be a symmetric key when using HS256',
  });
});

test('checks whose option is undefined or empty do not take place', () => {
  const token = jwt.sign({ aud: 'other', iss: 'other', sub: 'x' }, SECRET);
  for (const value of [undefined, '', null]) {
    assert.ok(jwt.verify(token, SECRET, { audience: value, issuer: value, subject: value }));
  }
  assert.throws(() => jwt.verify(token, SECRET, { audience: 'shop' }), { message: 'jwt audience invalid. expected: shop' });
  assert.throws(() => jwt.verify(token, SECRET, { issuer: 'login' }), { message: 'jwt issuer invalid. expected: login' });
  // A token without the claim is refused where the option is set.
  assert.throws(() => jwt.verify(jwt.sign({}, SECRET), SECRET, { audience: 'shop' }), /jwt audience invalid/);
  // An expression without anchors takes more than was meant; for the issuer an expression is no check at all.
  const evil = jwt.sign({ aud: 'https://shop.example.evil.test', iss: 'evil' }, SECRET);
  assert.ok(jwt.verify(evil, SECRET, { audience: /shop\.example/ }));
  assert.ok(jwt.verify(evil, SECRET, { issuer: /^login$/ }));
});

test('a token without exp is valid for ever; maxAge bounds it', () => {
  const token = jwt.sign({ sub: '7' }, SECRET);
  assert.equal(jwt.decode(token).exp, undefined);
  assert.ok(jwt.verify(token, SECRET, { clockTimestamp: now() + 100 * 365 * 86_400 }));
  assert.throws(() => jwt.verify(token, SECRET, { maxAge: '1h', clockTimestamp: now() + 3601 }), {
    name: 'TokenExpiredError',
    message: 'maxAge exceeded',
  });
  assert.throws(() => jwt.verify(jwt.sign({}, SECRET, { noTimestamp: true }), SECRET, { maxAge: '1h' }), {
    message: 'iat required when maxAge is specified',
  });
  // An iat in the future lengthens maxAge.
  const future = jwt.sign({ iat: now() + 86_400 }, SECRET);
  assert.ok(jwt.verify(future, SECRET, { maxAge: '1h', clockTimestamp: now() + 80_000 }));
});

test('none: needs the list and no key; a missing key alone does not open', () => {
  const token = unsigned({ sub: 'admin' });
  assert.throws(() => jwt.verify(token, SECRET), { message: 'jwt signature is required' });
  assert.throws(() => jwt.verify(token, undefined), { message: 'please specify "none" in "algorithms" to verify unsigned tokens' });
  assert.throws(() => jwt.verify(token, undefined, { algorithms: ['HS256'] }), { message: 'invalid algorithm' });
  assert.equal(jwt.verify(token, undefined, { algorithms: ['HS256', 'none'] }).sub, 'admin');
  assert.equal(jwt.verify(token, '', { algorithms: ['none'] }).sub, 'admin');
});

test('any secret is accepted for HMAC, one letter too; a short one is found from one token', () => {
  const token = jwt.sign({ sub: '7' }, 'k');
  assert.ok(jwt.verify(token, 'k'));
  const victim = jwt.sign({ sub: '7' }, 'secret');
  const [input, signature] = [victim.slice(0, victim.lastIndexOf('.')), victim.slice(victim.lastIndexOf('.') + 1)];
  const found = ['admin', 'password', 'secret', 'changeme'].find((word) => createHmac('sha256', word).update(input).digest('base64url') === signature);
  assert.equal(found, 'secret');
  assert.equal(jwt.verify(forge({ sub: 'admin' }, found), 'secret').sub, 'admin');
  assert.ok(jwt.sign({}, randomBytes(32)));
});

test('the payload is readable without a key', () => {
  const [, body] = jwt.sign({ card: '4111' }, SECRET).split('.');
  assert.equal(JSON.parse(Buffer.from(body, 'base64url')).card, '4111');
});

test('one key for several purposes: a token of one is valid for the other', () => {
  const reset = jwt.sign({ sub: '7', purpose: 'reset' }, SECRET, { expiresIn: '1d' });
  assert.equal(jwt.verify(reset, SECRET).sub, '7'); // taken for a session
  assert.throws(() => jwt.verify(jwt.sign({ sub: '7' }, SECRET, { audience: 'reset' }), SECRET, { audience: 'session' }), /audience invalid/);
});

test('claims of a request in the payload: the later one wins', () => {
  const body = { name: 'ada', role: 'admin', sub: '1', exp: now() + 10 * 365 * 86_400 };
  assert.equal(jwt.decode(jwt.sign({ role: 'user', ...body }, SECRET)).role, 'admin');
  assert.ok(jwt.decode(jwt.sign({ ...body }, SECRET)).exp > now() + 9 * 365 * 86_400);
  const { role, name, exp } = jwt.decode(jwt.sign({ name: body.name, role: 'user' }, SECRET, { subject: '7', expiresIn: '15m' }));
  assert.deepEqual([role, name, exp - now() <= 900], ['user', 'ada', true]);
});

test('the header that chooses the key is not verified yet', () => {
  let asked;
  const forged = forge({}, 'x', { alg: 'HS256', typ: 'JWT', kid: '../../dev/null', jku: 'https://evil.example/keys' });
  jwt.verify(forged, (header, done) => {
    asked = header;
    done(null, SECRET);
  }, (error) => assert.equal(error.message, 'invalid signature'));
  assert.equal(asked.kid, '../../dev/null');
  // A kid that leads to an empty file: anybody signs with it. The library refuses an empty key.
  jwt.verify(forged, (header, done) => done(null, ''), (error) => assert.equal(error.message, 'secret or public key must be provided'));
  // A kid like __proto__ finds something in a plain object.
  assert.notEqual({ one: SECRET }['constructor'], undefined);
  assert.equal(new Map([['one', SECRET]]).get('constructor'), undefined);
});

test('a token is valid after logout and after a change of the role', () => {
  const token = jwt.sign({ sub: '7', role: 'admin', jti: 'a1' }, SECRET, { expiresIn: '1h' });
  const revoked = new Set(['a1']);
  assert.equal(jwt.verify(token, SECRET).role, 'admin');
  assert.equal(revoked.has(jwt.verify(token, SECRET).jti), true); // our own check
});
