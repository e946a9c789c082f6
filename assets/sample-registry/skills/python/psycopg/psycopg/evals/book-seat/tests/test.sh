for python in "$PYTHON" /usr/bin/python3; do "$python" -c 'import psycopg' 2>/dev/null && break; done
PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)"
export PATH
PYTHONPATH=. exec "$python" "$TESTS/check.py"
