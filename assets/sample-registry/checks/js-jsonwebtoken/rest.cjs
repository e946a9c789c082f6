'use strict';
const assert = require('node:assert/strict');
const { createPrivateKey, createPublicKey, createSecretKey, generateKeyPairSync, randomBytes } = require('node:crypto');
const { test } = require('node:test');
const jwt = require('jsonwebtoken');

const SECRET = randomBytes(32);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const pem = (key) => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' });
/** The median time of one call in microseconds. */
function microseconds(call, times = 200) {
  const all = [];
  for (let i = 0; i < times; i++) {
    const began = process.hrtime.bigint();
    call();
    all.push(Number(process.hrtime.bigint() - began) / 1000);
  }
  return all.sort((a, b) => a - b)[times / 2];
}

test('costs: a KeyObject is several times faster than text, for HMAC too; RS256 signs slowly', () => {
  const tokens = {
    HS256: jwt.sign({ sub: '7' }, SECRET),
    RS256: jwt.sign({ sub: '7' }, pem(rsa.privateKey), { algorithm: 'RS256' }),
    ES256: jwt.sign({ sub: '7' }, pem(ec.privateKey), { algorithm: 'ES256' }),
  };
  const secret = createSecretKey(SECRET);
  const cost = {
    signHSkey: microseconds(() => jwt.sign({ sub: '7' }, secret)),
    verifyHSkey: microseconds(() => jwt.verify(tokens.HS256, secret)),
    signHS: microseconds(() => jwt.sign({ sub: '7' }, SECRET)),
    signRS: microseconds(() => jwt.sign({ sub: '7' }, rsa.privateKey, { algorithm: 'RS256' })),
    signRSpem: microseconds(() => jwt.sign({ sub: '7' }, pem(rsa.privateKey), { algorithm: 'RS256' })),
    signES: microseconds(() => jwt.sign({ sub: '7' }, ec.privateKey, { algorithm: 'ES256' })),
    verifyHS: microseconds(() => jwt.verify(tokens.HS256, SECRET)),
    verifyRS: microseconds(() => jwt.verify(tokens.RS256, rsa.publicKey)),
    verifyRSpem: microseconds(() => jwt.verify(tokens.RS256, pem(rsa.publicKey))),
    verifyES: microseconds(() => jwt.verify(tokens.ES256, ec.publicKey)),
  };
  console.log(cost, Object.fromEntries(Object.entries(tokens).map(([name, { length }]) => [name, length])));
  // A secret as text or bytes is tried as PEM first, in each call.
  assert.ok(cost.signHS > 2 * cost.signHSkey);
  assert.ok(cost.verifyHS > 2 * cost.verifyHSkey);
  assert.ok(cost.signRS > 2 * cost.verifyRS);
  assert.ok(cost.signRS > 2 * cost.signES);
  assert.ok(cost.verifyRS < cost.verifyRSpem);
});

test('sign with a callback computes on the event loop as well', async () => {
  const order = [];
  const done = new Promise((resolve) => {
    jwt.sign({}, rsa.privateKey, { algorithm: 'RS256' }, (error, token) => {
      order.push('signed');
      assert.ok(token);
      resolve();
    });
  });
  setImmediate(() => order.push('immediate'));
  await done;
  assert.deepEqual(order, ['signed']); // in a microtask or next tick of this turn, not on another thread
});

test('keys as KeyObject of all kinds', () => {
  const secret = createSecretKey(SECRET);
  assert.ok(jwt.verify(jwt.sign({}, secret), secret));
  const key = createPrivateKey(pem(ec.privateKey));
  const token = jwt.sign({}, key, { algorithm: 'ES256', keyid: '2026-11' });
  assert.equal(jwt.verify(token, createPublicKey(key), { algorithms: ['ES256'], complete: true }).header.kid, '2026-11');
  // A KeyObject can't be taken for a secret, and a private one is no public one.
  assert.throws(() => jwt.verify(token, key, { algorithms: ['ES256'] }), {
    message: 'secretOrPublicKey must be an asymmetric key when using ES256',
  });
  // JWK of a key set.
  const published = createPublicKey({ key: ec.publicKey.export({ format: 'jwk' }), format: 'jwk' });
  assert.ok(jwt.verify(token, published, { algorithms: ['ES256'] }));
});

test('a passphrase', () => {
  const locked = rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' });
  assert.ok(jwt.sign({}, { key: locked, passphrase: 'p' }, { algorithm: 'RS256' }));
  assert.throws(() => jwt.sign({}, locked, { algorithm: 'RS256' }), /must be an asymmetric key when using RS256/);
});

test('rotation: two keys at a time, chosen by kid from a Map', () => {
  const keys = new Map([['old', createSecretKey(SECRET)], ['new', createSecretKey(randomBytes(32))]]);
  const sign = (kid) => jwt.sign({ sub: '7' }, keys.get(kid), { keyid: kid, expiresIn: '15m' });
  const verify = (token) => {
    const key = keys.get(jwt.decode(token, { complete: true })?.header.kid);
    if (!key) throw new jwt.JsonWebTokenError('unknown key');
    return jwt.verify(token, key, { algorithms: ['HS256'] });
  };
  assert.equal(verify(sign('old')).sub, '7');
  assert.equal(verify(sign('new')).sub, '7');
  const old = sign('old');
  keys.delete('old');
  assert.throws(() => verify(old), { message: 'unknown key' });
  assert.throws(() => verify('nonsense'), { message: 'unknown key' });
});

test('a token that is checked once stays usable: exp is looked at in verify only', async () => {
  const token = jwt.sign({ sub: '7', exp: Math.floor(Date.now() / 1000) + 1 }, SECRET);
  const payload = jwt.verify(token, SECRET);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(payload.sub, '7'); // an open socket would go on with it
  assert.throws(() => jwt.verify(token, SECRET), { message: 'jwt expired' });
});

test('clockTimestamp for tests; complete; ignoreExpiration', () => {
  const token = jwt.sign({ sub: '7', iat: 1000 }, SECRET, { expiresIn: 60 });
  assert.equal(jwt.verify(token, SECRET, { clockTimestamp: 1059 }).exp, 1060);
  assert.throws(() => jwt.verify(token, SECRET, { clockTimestamp: 1060 }), { message: 'jwt expired' });
  assert.ok(jwt.verify(token, SECRET, { ignoreExpiration: true }));
  const zero = jwt.sign({ iat: 1000, exp: 1060 }, SECRET);
  assert.throws(() => jwt.verify(zero, SECRET, { clockTimestamp: 0 }), { message: 'jwt expired' }); // 0 is the present
});

test('size: header and signature of HS256 alone, and growth with claims', () => {
  const bare = jwt.sign({ sub: '7', exp: 1 }, SECRET).length;
  const roles = Array.from({ length: 100 }, (_, i) => `role-number-${i}`);
  const full = jwt.sign({ sub: '7', exp: 1, roles }, SECRET).length;
  console.log('length', bare, full);
  assert.ok(bare < 200 && full > 2000);
});

test('two processes verify alike: nothing is stored', () => {
  const { spawnSync } = require('node:child_process');
  const token = jwt.sign({ sub: '7' }, 'shared secret of the two processes');
  const { stdout } = spawnSync(process.execPath, ['-p', `require('jsonwebtoken').verify('${token}', 'shared secret of the two processes').sub`], { encoding: 'utf8' });
  assert.equal(stdout.trim(), '7');
});

test('an algorithm of a curve needs that curve', () => {
  assert.throws(() => jwt.sign({}, ec.privateKey, { algorithm: 'ES384' }), { message: '"alg" parameter "ES384" requires curve "secp384r1".' });
});

test('a KeyObject goes to a worker thread', async () => {
  const { Worker } = require('node:worker_threads');
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage(require(${JSON.stringify(require.resolve('jsonwebtoken'))}).sign({ sub: '7' }, workerData, { algorithm: 'ES256' }));`;
  const worker = new Worker(code, { eval: true, workerData: ec.privateKey });
  const token = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  assert.equal(jwt.verify(token, ec.publicKey, { algorithms: ['ES256'] }).sub, '7');
});

test('await of a callback form is undefined, for a forged token too', async () => {
  assert.equal(await jwt.verify('x.y.z', SECRET, () => {}), undefined);
});

test('the rejection of an async key function is unhandled', () => {
  const { spawnSync } = require('node:child_process');
  const { status, stderr } = spawnSync(process.execPath, ['-e', `
    const jwt = require(${JSON.stringify(require.resolve('jsonwebtoken'))});
    jwt.verify(jwt.sign({}, 'k'), async () => { throw new Error('no key'); }, () => console.log('called'));`], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /no key/);
});

test('allowInsecureKeySizes; the limit of headers', () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
  assert.ok(jwt.sign({}, small.privateKey, { algorithm: 'RS256', allowInsecureKeySizes: true }));
  assert.equal(require('node:http').maxHeaderSize, 16_384);
});

test('a long token is parsed before its signature is checked', () => {
  const big = Buffer.from(JSON.stringify({ a: 'x'.repeat(5_000_000) })).toString('base64url');
  const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
  const { parse } = JSON;
  let longest = 0;
  JSON.parse = (text, ...rest) => {
    longest = Math.max(longest, text.length);
    return parse(text, ...rest);
  };
  try {
    assert.throws(() => jwt.verify(`${head}.${big}.AAAA`, SECRET), { message: 'invalid signature' });
  } finally {
    JSON.parse = parse;
  }
  assert.ok(longest > 5_000_000);
});
