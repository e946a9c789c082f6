rm -f "$CACHE/feed"
GO111MODULE=off GOPATH="${GOPATH:-/usr/share/gocode}" GOFLAGS= GOCACHE="$CACHE/go" go build -o "$CACHE/feed" main.go >build.log 2>&1
exec "$PYTHON" "$TESTS/check.py"
