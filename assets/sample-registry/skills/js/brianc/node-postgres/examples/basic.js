'use strict';
// A complete node-postgres program: pool, transaction helper, typed errors,
// bulk insert, paging with a keyset, and an orderly end.
//
//   npm install pg
//   DATABASE_URL=postgres://user:secret@localhost:5432/app node basic.js

const assert = require('node:assert/strict');
const { Pool, types } = require('pg');

// Calendar days stay text; a Date would shift them between time zones.
types.setTypeParser(types.builtins.DATE, (text) => text);

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 4,
  connectionTimeoutMillis: 5000,
  statement_timeout: 10000,
  query_timeout: 12000, // rejects also if the connection died without a word
  application_name: 'pg-basic',
});

// Without this listener a server restart would end the process.
pool.on('error', (error) => console.error('idle client failed:', error.message));

async function withTransaction(fn) {
  const client = await pool.connect();
  const onError = (error) => console.error('connection lost:', error.message);
  client.on('error', onError); // the pool does not listen while we hold it
  let broken;
  try {
    await client.query('BEGIN');
    const value = await fn(client);
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('transaction was rolled back');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(broken); // with an error the pool closes the connection
  }
}

async function transfer(db, from, to, amount) {
  // Lock in a fixed order, so that two opposite transfers cannot deadlock.
  await db.query('select id from pg_example_account where id = any($1::int[]) order by id for update', [
    [from, to],
  ]);
  const taken = await db.query(
    'update pg_example_account set balance = balance - $2 where id = $1 and balance >= $2',
    [from, amount],
  );
  if (taken.rowCount !== 1) throw new Error('insufficient funds');
  await db.query('update pg_example_account set balance = balance + $2 where id = $1', [to, amount]);
}

async function* pages(size) {
  let last = 0;
  for (;;) {
    const { rows } = await pool.query(
      'select id, owner, balance, opened, labels from pg_example_account where id > $1 order by id limit $2',
      [last, size],
    );
    if (rows.length === 0) return;
    yield rows;
    last = rows[rows.length - 1].id;
  }
}

async function main() {
  await pool.query('drop table if exists pg_example_account');
  await pool.query(`create table pg_example_account (
    id int generated always as identity primary key,
    owner text not null unique,
    balance numeric(12, 2) not null,
    opened date not null,
    labels jsonb not null
  )`);

  const people = [
    { owner: 'ada', balance: '100.00', opened: '2026-01-31', labels: ['vip'] },
    { owner: 'grace', balance: '20.00', opened: '2026-02-01', labels: [] },
    { owner: 'linus', balance: '5.50', opened: '2026-02-02', labels: ['new', 'eu'] },
  ];
  // One statement for any number of rows; arrays for json are stringified.
  await pool.query(
    `insert into pg_example_account (owner, balance, opened, labels)
     select * from unnest($1::text[], $2::numeric[], $3::date[], $4::jsonb[])`,
    [
      people.map((p) => p.owner),
      people.map((p) => p.balance),
      people.map((p) => p.opened),
      people.map((p) => JSON.stringify(p.labels)),
    ],
  );

  await withTransaction((client) => transfer(client, 1, 2, '30.00'));
  await assert.rejects(
    withTransaction((client) => transfer(client, 3, 1, '99.00')),
    /insufficient funds/,
  );
  console.log('rolled back: insufficient funds');

  const duplicate = pool.query(
    `insert into pg_example_account (owner, balance, opened, labels)
     values ($1, 0, current_date, '[]')`,
    ['ada'],
  );
  // Recognised by SQLSTATE, not by text.
  await assert.rejects(duplicate, { code: '23505', constraint: 'pg_example_account_owner_key' });
  console.log('refused by the unique constraint');

  const balances = [];
  for await (const rows of pages(2)) {
    for (const row of rows) {
      // numeric is a string, date is text because of the parser above
      console.log(row.owner, row.balance, row.opened, JSON.stringify(row.labels));
      balances.push(`${row.owner} ${row.balance} ${row.opened} ${row.labels}`);
    }
  }

  assert.deepEqual(balances, ['ada 70.00 2026-01-31 vip', 'grace 50.00 2026-02-01 ', 'linus 5.50 2026-02-02 new,eu']);

  await pool.query('drop table pg_example_account');
  console.log('clients: %d total, %d idle', pool.totalCount, pool.idleCount);
}

main()
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => pool.end()); // every client has been released by now
