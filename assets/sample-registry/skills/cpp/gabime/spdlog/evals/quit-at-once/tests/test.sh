rm -f "$CACHE/program"
g++ -std=c++17 -pthread main.cpp $(pkg-config --cflags --libs spdlog) -o "$CACHE/program" >build.log 2>&1
exec "$PYTHON" "$TESTS/check.py"
