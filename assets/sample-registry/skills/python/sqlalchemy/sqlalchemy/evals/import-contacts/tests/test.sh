for python in "$PYTHON" /usr/bin/python3; do "$python" -c 'import sqlalchemy' 2>/dev/null && break; done
PYTHONPATH=. exec "$python" "$TESTS/check.py"
