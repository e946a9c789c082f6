exec node "$TESTS/check.cjs"
