for python in "$PYTHON" /usr/bin/python3; do "$python" -c 'import pandas' 2>/dev/null && break; done
PYTHONPATH=. exec "$python" "$TESTS/check.py"
