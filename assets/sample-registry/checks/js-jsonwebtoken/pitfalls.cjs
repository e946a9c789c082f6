'use strict';
const assert = require('node:assert/strict');
const { generateKeyPairSync } = require('node:crypto');
const { test } = require('node:test');
const jwt = require('jsonwebtoken');

const SECRET = 'a secret of the tests that is 32 bytes or longer';
const now = () => Math.floor(Date.now() / 1000);
const encode = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const pem = (key) => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' });
const ttl = (token) => {
  const { iat, exp } = jwt.decode(token);
  return exp - iat;
};

test('the version', () => assert.equal(require('jsonwebtoken/package.json').version, '9.0.3'));

test('a string of digits is milliseconds, a number seconds', () => {
  const sign = (expiresIn) => jwt.sign({}, SECRET, { expiresIn });
  assert.equal(ttl(sign('3600')), 3);
  assert.equal(ttl(sign(3600)), 3600);
  assert.equal(ttl(sign('1h')), 3600);
  assert.equal(ttl(sign('120')), 0);
  assert.throws(() => sign('1 month'), /"expiresIn" should be a number of seconds or string representing a timespan eg: "1d", "20h", 60/);
  assert.throws(() => sign(3600.5), /"expiresIn" should be a number of seconds or string representing a timespan/);
  assert.throws(() => sign(''), /"expiresIn" should be/);
  assert.throws(() => sign(undefined), /"expiresIn" should be/);
  assert.throws(() => jwt.verify(sign('120'), SECRET), { message: 'jwt expired' });
});

test('exp in milliseconds is accepted, and lasts for millennia', () => {
  const token = jwt.sign({ exp: Date.now() + 3_600_000 }, SECRET);
  assert.ok(jwt.verify(token, SECRET, { clockTimestamp: now() + 50_000 * 365 * 86_400 }));
  const right = jwt.sign({ exp: now() + 3600 }, SECRET);
  assert.throws(() => jwt.verify(right, SECRET, { clockTimestamp: now() + 3601 }), { name: 'TokenExpiredError' });
});

test('decode checks nothing', () => {
  const forged = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'admin' })}.AAAA`;
  assert.deepEqual(jwt.decode(forged), { sub: 'admin' });
  assert.throws(() => jwt.verify(forged, SECRET), { message: 'invalid signature' });
  assert.equal(jwt.decode('nonsense'), null);
});

test('signing a decoded payload again: exp is refused, an old iat makes a token that is expired at once', () => {
  const old = { sub: '7', iat: now() - 7200, exp: now() - 3600 };
  assert.throws(() => jwt.sign(old, SECRET, { expiresIn: '1h' }), {
    message: 'Bad "options.expiresIn" option the payload already has an "exp" property.',
  });
  const { exp, ...withIat } = old;
  assert.throws(() => jwt.verify(jwt.sign(withIat, SECRET, { expiresIn: '1h' }), SECRET), { message: 'jwt expired' });
  assert.ok(exp);
  const fresh = jwt.sign({ sub: old.sub }, SECRET, { expiresIn: '1h' });
  assert.equal(jwt.verify(fresh, SECRET).sub, '7');
});

test('an audience, subject, issuer given twice is refused', () => {
  assert.throws(() => jwt.sign({ sub: 'a' }, SECRET, { subject: 'b' }), {
    message: 'Bad "options.subject" option. The payload already has an "sub" property.',
  });
});

test('sign calls its callback twice for that error', async () => {
  const calls = [];
  jwt.sign({ sub: 'a' }, SECRET, { subject: 'b' }, (error, token) => calls.push(error?.message ?? typeof token));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(calls, ['Bad "options.subject" option. The payload already has an "sub" property.', 'string']);
});

test('what is no plain object', () => {
  class User {
    id = 7;
  }
  assert.throws(() => jwt.sign(new User(), SECRET), { message: 'Expected "payload" to be a plain object.' });
  assert.throws(() => jwt.sign([1], SECRET), { message: 'Expected "payload" to be a plain object.' });
  assert.throws(() => jwt.sign('7', SECRET, { expiresIn: '1h' }), { message: 'invalid expiresIn option for string payload' });
  assert.throws(() => jwt.sign(7, SECRET, { expiresIn: '1h' }), { message: 'invalid expiresIn option for number payload' });
  const bare = jwt.sign('7', SECRET);
  assert.equal(jwt.verify(bare, SECRET), '7'); // a string: no sub, no exp
  assert.equal(typeof jwt.verify(bare, SECRET).sub, 'function'); // String.prototype.sub
  const dated = jwt.verify(jwt.sign({ at: new Date(0), none: undefined, n: Number.NaN }, SECRET), SECRET);
  assert.deepEqual([dated.at, 'none' in dated, dated.n], ['1970-01-01T00:00:00.000Z', false, null]);
  assert.throws(() => jwt.sign({ exp: '1h' }, SECRET), { message: '"exp" should be a number of seconds' });
});

test('verify throws; not every error is a JsonWebTokenError', () => {
  const error = (token, key = SECRET, options = undefined) => {
    try {
      jwt.verify(token, key, options);
    } catch (caught) {
      return caught;
    }
    return undefined;
  };
  const expired = error(jwt.sign({ exp: 1 }, SECRET));
  assert.deepEqual([expired.name, expired.message, expired.expiredAt.getTime()], ['TokenExpiredError', 'jwt expired', 1000]);
  assert.ok(expired instanceof jwt.JsonWebTokenError); // so the order of instanceof matters
  assert.ok(error(jwt.sign({ nbf: now() + 60 }, SECRET)) instanceof jwt.NotBeforeError);
  assert.equal(error(jwt.sign({ nbf: now() + 60 }, SECRET)).message, 'jwt not active');
  // A payload that is no JSON: before the signature is looked at.
  const broken = error(`${encode({ alg: 'HS256', typ: 'JWT' })}.${encode('{')}.AAAA`);
  assert.ok(broken instanceof SyntaxError && !(broken instanceof jwt.JsonWebTokenError));
  // A signature of another length.
  const [head, body] = jwt.sign({}, pem(ec.privateKey), { algorithm: 'ES256' }).split('.');
  const short = error(`${head}.${body}.AAAA`, pem(ec.publicKey), { algorithms: ['ES256'] });
  assert.ok(short instanceof TypeError);
  assert.equal(short.message, '"ES256" signatures must be "64" bytes, saw "3"');
  // A key of another kind.
  const kind = error(jwt.sign({}, pem(rsa.privateKey), { algorithm: 'RS256' }), pem(ec.publicKey), { algorithms: ['RS256'] });
  assert.equal(kind instanceof jwt.JsonWebTokenError, false);
  assert.equal(kind.message, '"alg" parameter for "ec" key type must be one of: ES256, ES384, ES512.');
});

test('what a header of a request gives', () => {
  const message = (token) => {
    try {
      jwt.verify(token, SECRET);
    } catch (error) {
      return error.message;
    }
    return 'ok';
  };
  const token = jwt.sign({}, SECRET);
  assert.equal(message(undefined), 'jwt must be provided');
  assert.equal(message(''), 'jwt must be provided');
  assert.equal(message('null'), 'jwt malformed');
  assert.equal(message(`Bearer ${token}`), 'invalid token');
  assert.equal(message(`"${token}"`), 'invalid token');
  assert.equal(message([token]), 'jwt must be a string');
  assert.equal(message(token), 'ok');
});

test('verify without await or callback is synchronous; with a callback it returns nothing, and calls it at once', async () => {
  const token = jwt.sign({ sub: '7' }, SECRET);
  assert.equal(jwt.verify(token, SECRET).sub, '7');
  let isCalled = false;
  const returned = jwt.verify(token, SECRET, () => {
    isCalled = true;
  });
  assert.deepEqual([returned, isCalled], [undefined, true]);
  assert.equal(jwt.sign({}, SECRET, () => {}), undefined);
  // An exception in the callback of verify leaves verify.
  assert.throws(() => jwt.verify(token, SECRET, () => { throw new Error('mine'); }), /mine/);
  const { promisify } = require('node:util');
  assert.equal((await promisify(jwt.verify)(token, SECRET)).sub, '7');
  await assert.rejects(promisify(jwt.verify)('x', SECRET), { message: 'jwt malformed' });
});

test('a key as a function needs the callback', async () => {
  const token = jwt.sign({}, SECRET, { keyid: 'one' });
  assert.throws(() => jwt.verify(token, (header, done) => done(null, SECRET)), {
    message: 'verify must be called asynchronous if secret or public key is provided as a callback',
  });
  const keys = new Map([['one', SECRET]]);
  const keyOf = ({ kid }, done) => (keys.has(kid) ? done(null, keys.get(kid)) : done(new Error(`unknown key ${kid}`)));
  const verify = (text) =>
    new Promise((resolve, reject) => {
      jwt.verify(text, keyOf, { algorithms: ['HS256'] }, (error, payload) => (error ? reject(error) : resolve(payload)));
    });
  assert.ok((await verify(token)).iat);
  await assert.rejects(verify(jwt.sign({}, SECRET, { keyid: 'two' })), {
    message: 'error in secret or public key callback: unknown key two',
  });
  // done called twice, or a promise instead of done.
  const settled = await Promise.race([
    new Promise((resolve) => jwt.verify(token, async () => SECRET, resolve)),
    new Promise((resolve) => setTimeout(resolve, 200, 'never')),
  ]);
  assert.equal(settled, 'never');
});

test('keys: a missing one, a PEM with written line breaks, the wrong half', () => {
  assert.throws(() => jwt.sign({}, undefined), { message: 'secretOrPrivateKey must have a value' });
  assert.throws(() => jwt.verify(jwt.sign({}, SECRET), undefined), { message: 'secret or public key must be provided' });
  const written = pem(rsa.privateKey).replaceAll('\n', '\\n');
  assert.throws(() => jwt.sign({}, written, { algorithm: 'RS256' }), {
    message: 'secretOrPrivateKey must be an asymmetric key when using RS256',
  });
  assert.ok(jwt.sign({}, written.replaceAll('\\n', '\n'), { algorithm: 'RS256' }));
  assert.throws(() => jwt.sign({}, pem(rsa.publicKey), { algorithm: 'RS256' }), {
    message: 'secretOrPrivateKey must be an asymmetric key when using RS256',
  });
  // Without the option it is HS256, whatever the key is.
  assert.throws(() => jwt.sign({}, pem(rsa.privateKey)), { message: 'secretOrPrivateKey must be a symmetric key when using HS256' });
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
  assert.throws(() => jwt.sign({}, pem(small.privateKey), { algorithm: 'RS256' }), {
    message: 'secretOrPrivateKey has a minimum key size of 2048 bits for RS256',
  });
  const ed = generateKeyPairSync('ed25519');
  assert.throws(() => jwt.sign({}, pem(ed.privateKey), { algorithm: 'EdDSA' }), /"algorithm" must be a valid string enum value/);
  // A private key where the public one is meant: works, since its public half is taken.
  const token = jwt.sign({}, pem(rsa.privateKey), { algorithm: 'RS256' });
  assert.ok(jwt.verify(token, pem(rsa.privateKey), { algorithms: ['RS256'] }));
});

test('clocks: nbf and exp are compared to the second, iat in the future is accepted', () => {
  assert.ok(jwt.verify(jwt.sign({ iat: now() + 86_400 }, SECRET), SECRET));
  const early = jwt.sign({ nbf: now() + 5 }, SECRET);
  assert.throws(() => jwt.verify(early, SECRET), { message: 'jwt not active' });
  assert.ok(jwt.verify(early, SECRET, { clockTolerance: 10 }));
  const late = jwt.sign({ exp: now() - 5 }, SECRET);
  assert.throws(() => jwt.verify(late, SECRET), { message: 'jwt expired' });
  assert.ok(jwt.verify(late, SECRET, { clockTolerance: 10 }));
  const sharp = jwt.sign({ exp: now() }, SECRET);
  assert.throws(() => jwt.verify(sharp, SECRET), { message: 'jwt expired' });
});

test('unknown options: sign refuses, verify says nothing', () => {
  assert.throws(() => jwt.sign({}, SECRET, { expires: '1h' }), { message: '"expires" is not allowed in "options"' });
  assert.throws(() => jwt.sign({}, SECRET, { algorithms: ['HS256'] }), { message: '"algorithms" is not allowed in "options"' });
  const token = jwt.sign({}, SECRET, { algorithm: 'HS512' });
  assert.ok(jwt.verify(token, SECRET, { algorithm: 'HS256' })); // singular: no effect
  assert.throws(() => jwt.verify(token, SECRET, { algorithms: ['HS256'] }), { message: 'invalid algorithm' });
});

test('the payload is not changed unless mutatePayload is set', () => {
  const payload = { sub: '7' };
  jwt.sign(payload, SECRET, { expiresIn: '1h' });
  assert.deepEqual(payload, { sub: '7' });
  jwt.sign(payload, SECRET, { expiresIn: '1h', mutatePayload: true });
  assert.deepEqual(Object.keys(payload).sort(), ['exp', 'iat', 'sub']);
});
