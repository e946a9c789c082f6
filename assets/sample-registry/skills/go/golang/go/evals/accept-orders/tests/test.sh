rm -f "$CACHE/orders"
GO111MODULE=on GOFLAGS= GOCACHE="$CACHE/go" go build -o "$CACHE/orders" . >build.log 2>&1
exec "$PYTHON" "$TESTS/check.py"
