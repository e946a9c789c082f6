PYTHONPATH=. exec "$PYTHON" "$TESTS/check.py"
