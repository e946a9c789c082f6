rm -f "$CACHE/program"
g++ -std=c++17 main.cpp $(pkg-config --cflags --libs libcurl) -pthread -o "$CACHE/program" >build.log 2>&1
exec "$PYTHON" "$TESTS/check.py"
