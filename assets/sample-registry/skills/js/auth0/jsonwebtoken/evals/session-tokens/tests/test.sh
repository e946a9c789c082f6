ln -s "${NODE_PATH%%:*}" node_modules 2>/dev/null
exec node "$TESTS/check.cjs"
