export CARGO_TARGET_DIR="$CACHE"
rm -f "$CACHE/debug/orders"
cargo build --quiet --offline --config 'source.crates-io.replace-with="debian"' \
  --config "source.debian.directory=\"${DEBIAN_CRATES:-/usr/share/cargo/registry}\"" >build.log 2>&1 || rm -f "$CACHE/debug/orders"
exec "$PYTHON" "$TESTS/check.py"
