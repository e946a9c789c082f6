rm -f "$CACHE/program"
cp "$TESTS/harness.go.txt" harness_main.go
GO111MODULE=off GOPATH="${GOPATH:-/usr/share/gocode}" GOFLAGS= GOCACHE="$CACHE/go" go build -o "$CACHE/program" jobs.go harness_main.go >build.log 2>&1
exec "$PYTHON" "$TESTS/check.py"
