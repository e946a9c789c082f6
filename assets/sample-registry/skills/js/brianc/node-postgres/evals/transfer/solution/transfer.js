exports.transfer = async (pool, from, to, amount) => {
  // A transaction lives in one connection, so one client is borrowed for all of it.
  const client = await pool.connect();
  let broken;
  try {
    await client.query('BEGIN');
    await client.query('update accounts set balance = balance - $1 where id = $2', [amount, from]);
    await client.query('update accounts set balance = balance + $1 where id = $2', [amount, to]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch((failure) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};
