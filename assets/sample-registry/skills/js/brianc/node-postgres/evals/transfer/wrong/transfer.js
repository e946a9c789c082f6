exports.transfer = async (pool, from, to, amount) => {
  await pool.query('BEGIN');
  try {
    await pool.query('update accounts set balance = balance - $1 where id = $2', [amount, from]);
    await pool.query('update accounts set balance = balance + $1 where id = $2', [amount, to]);
    await pool.query('COMMIT');
  } catch (error) {
    await pool.query('ROLLBACK');
    throw error;
  }
};
