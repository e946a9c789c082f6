// The claims of the libcurl skill, each in a process of its own. Without arguments all run; a claim that names a text
// must fail with that text, as the bad code of the skill does.
//
//   g++ -std=c++17 -g -fsanitize=address claims.cpp -lcurl -pthread -o claims && ./claims
#include <curl/curl.h>

#include <signal.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "server.hpp"

#define CHECK(x) \
    do { if (!(x)) { std::printf("line %d: %s\n", __LINE__, #x); std::exit(1); } } while (0)
#define SAME(a, b) \
    do { const long long x = (a), y = (b); if (x != y) { std::printf("line %d: %s is %lld, not %lld\n", __LINE__, #a, x, y); std::exit(1); } } while (0)

using namespace std::chrono;
static const bool is_8_4 = LIBCURL_VERSION_NUM >= 0x080400;
static const bool is_8_20 = LIBCURL_VERSION_NUM >= 0x081400;

struct Handle {
    CURL* h = curl_easy_init();
    char error[CURL_ERROR_SIZE] = "";
    std::string body;
    int calls = 0;
    Handle() {
        curl_easy_setopt(h, CURLOPT_ERRORBUFFER, error);
        curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, &Handle::take);
        curl_easy_setopt(h, CURLOPT_WRITEDATA, this);
    }
    ~Handle() { curl_easy_cleanup(h); }
    static std::size_t take(char* data, std::size_t, std::size_t n, void* self) {
        auto* me = static_cast<Handle*>(self);
        me->body.append(data, n);
        ++me->calls;
        return n;
    }
    CURLcode get(const std::string& url) {
        curl_easy_setopt(h, CURLOPT_URL, url.c_str());
        body.clear();
        return curl_easy_perform(h);
    }
    long status() {
        long code = 0;
        curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
        return code;
    }
};
static bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
static std::string ok(const std::string&) { return answer(200, "ok"); }
static long ms(steady_clock::time_point from) { return duration_cast<milliseconds>(steady_clock::now() - from).count(); }

static void status_404_is_ok() {
    Server s([](auto&) { return answer(404, "no such thing"); });
    Handle c;
    SAME(c.get(s.url()), CURLE_OK);
    SAME(c.status(), 404);
    CHECK(c.body == "no such thing");
    curl_easy_setopt(c.h, CURLOPT_FAILONERROR, 1L);
    SAME(c.get(s.url()), CURLE_HTTP_RETURNED_ERROR);
    CHECK(std::string(c.error) == "The requested URL returned error: 404" || (std::puts(c.error), false));
    CHECK(c.body.empty());
}
static void body_in_pieces() {
    Server s([](auto&) { return answer(200, std::string(100000, 'x')); });
    Handle c;
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(c.calls > 1 && c.body.size() == 100000);
}
static void short_write() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, +[](char*, std::size_t, std::size_t, void*) -> std::size_t { return 0; });
    SAME(c.get(s.url()), CURLE_WRITE_ERROR);
    std::printf("    %s | %s\n", c.error, curl_easy_strerror(CURLE_WRITE_ERROR));
}
// A lambda without captures is passed as an object, not as a function pointer.
static void lambda_without_plus() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, [](char*, std::size_t, std::size_t n, void*) { return n; });
    c.get(s.url());
}
static void string_as_file() {
    Server s(ok);
    Handle c;
    std::string body;
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, nullptr);
    curl_easy_setopt(c.h, CURLOPT_WRITEDATA, &body);
    c.get(s.url());
    CHECK(body == "ok");  // a crash, or nothing
}
static void default_prints_body() {
    Server s([](auto&) { return answer(200, "PRINTED"); });
    Handle c;
    FILE* out = std::freopen("/tmp/curl-claims-stdout", "w", stdout);
    CURL* h = curl_easy_init();
    curl_easy_setopt(h, CURLOPT_URL, s.url().c_str());
    SAME(curl_easy_perform(h), CURLE_OK);
    curl_easy_cleanup(h);
    std::fflush(out);
    char line[32] = "";
    FILE* in = std::fopen("/tmp/curl-claims-stdout", "r");
    std::fgets(line, sizeof line, in);
    std::fclose(in);
    std::remove("/tmp/curl-claims-stdout");
    if (std::strcmp(line, "PRINTED") != 0) std::exit(1);
}
static void code_into_int() {
    Server s(ok);
    Handle c;
    SAME(c.get(s.url()), CURLE_OK);
    struct { int code = 0; int neighbour = 7; } at;
    curl_easy_getinfo(c.h, CURLINFO_RESPONSE_CODE, &at.code);
    SAME(at.code, 200);
    SAME(at.neighbour, 0);  // overwritten
}
// -1 says "measure the text". As an int it arrives as 4294967295, and libcurl sends what stands behind the text.
static void int_for_long() {
    Server s(ok);
    Handle c;
    curl_slist* list = curl_slist_append(nullptr, "Expect:");
    curl_easy_setopt(c.h, CURLOPT_HTTPHEADER, list);
    int unknown = -1;
    std::string body(100, 'x');
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, body.c_str());
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDSIZE_LARGE, unknown);
    curl_easy_setopt(c.h, CURLOPT_TIMEOUT, 5L);
    c.get(s.url());
    curl_slist_free_all(list);
}
static void right_width() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, "x");
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t{-1});
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "Content-Length: 1\r\n"));
}
static void postfields_gone() {
    Server s(ok);
    Handle c;
    { std::string body(300, 'b'); curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, body.c_str()); }
    c.get(s.url());
}
static void copypostfields() {
    Server s(ok);
    Handle c;
    {
        std::string body("a\0b", 3);
        curl_easy_setopt(c.h, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.size()));
        curl_easy_setopt(c.h, CURLOPT_COPYPOSTFIELDS, body.data());
    }
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "Content-Length: 3\r\n") && has(s.last(), std::string("\r\n\r\na\0b", 7)));
    CHECK(has(s.last(), "Content-Type: application/x-www-form-urlencoded"));
}
static void postfields_cut_at_nul() {
    Server s(ok);
    Handle c;
    std::string body("a\0b", 3);
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, body.data());
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "Content-Length: 1\r\n"));
}
static void size_after_copy() {
    Server s(ok);
    Handle c;
    std::string body(64, 'x');
    body[1] = '\0';
    curl_easy_setopt(c.h, CURLOPT_COPYPOSTFIELDS, body.data());
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDSIZE, 64L);
    curl_easy_setopt(c.h, CURLOPT_TIMEOUT, 2L);
    const CURLcode r = c.get(s.url());
    std::printf("    %d %s\n", r, c.error);
    CHECK(r != CURLE_OK);
}
static void slist_gone() {
    Server s(ok);
    Handle c;
    curl_slist* list = curl_slist_append(nullptr, "X-One: 1");
    curl_easy_setopt(c.h, CURLOPT_HTTPHEADER, list);
    curl_slist_free_all(list);
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "X-One: 1"));
}
static void header_forms() {
    Server s(ok);
    Handle c;
    curl_slist* list = curl_slist_append(nullptr, "Accept:");
    list = curl_slist_append(list, "X-Empty:");
    list = curl_slist_append(list, "X-There;");
    curl_easy_setopt(c.h, CURLOPT_HTTPHEADER, list);
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(!has(s.last(), "Accept:") && !has(s.last(), "X-Empty") && has(s.last(), "X-There:\r\n"));
    curl_slist_free_all(list);
}
static void options_stay() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, "a=1");
    SAME(c.get(s.url("/one")), CURLE_OK);
    SAME(c.get(s.url("/two")), CURLE_OK);
    CHECK(has(s.last(), "POST /two") && has(s.last(), "a=1"));
    curl_easy_setopt(c.h, CURLOPT_CUSTOMREQUEST, "DELETE");
    SAME(c.get(s.url("/three")), CURLE_OK);
    curl_easy_setopt(c.h, CURLOPT_HTTPGET, 1L);
    SAME(c.get(s.url("/four")), CURLE_OK);
    CHECK(has(s.last(), "DELETE /four"));
    curl_easy_setopt(c.h, CURLOPT_CUSTOMREQUEST, nullptr);
    SAME(c.get(s.url("/five")), CURLE_OK);
    CHECK(has(s.last(), "GET /five"));
    curl_easy_reset(c.h);
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, &Handle::take);
    curl_easy_setopt(c.h, CURLOPT_WRITEDATA, &c);
    SAME(c.get(s.url("/six")), CURLE_OK);
    SAME(s.connections, 1);  // a reset keeps the connection
}
static void custom_head_waits() {
    Server s([](auto&) { return std::string("HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\n"); });
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_CUSTOMREQUEST, "HEAD");
    curl_easy_setopt(c.h, CURLOPT_TIMEOUT_MS, 700L);
    SAME(c.get(s.url()), CURLE_OPERATION_TIMEDOUT);
    std::printf("    %s\n", c.error);
    Handle d;
    curl_easy_setopt(d.h, CURLOPT_NOBODY, 1L);
    SAME(d.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "HEAD / "));
}
static void timeouts() {
    Server s([](auto&) { return std::string(); });
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_TIMEOUT_MS, 500L);
    SAME(c.get(s.url()), CURLE_OPERATION_TIMEDOUT);
    std::printf("    %s\n", c.error);
    Handle d;  // nothing set: still there after 4 s, ended by the progress callback
    curl_easy_setopt(d.h, CURLOPT_NOPROGRESS, 0L);
    auto start = steady_clock::now();
    curl_easy_setopt(d.h, CURLOPT_XFERINFODATA, &start);
    curl_easy_setopt(d.h, CURLOPT_XFERINFOFUNCTION,
                     +[](void* from, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> int { return ms(*static_cast<steady_clock::time_point*>(from)) > 4000; });
    SAME(d.get(s.url()), CURLE_ABORTED_BY_CALLBACK);
    CHECK(ms(start) > 4000);
    Handle e;
    curl_easy_setopt(e.h, CURLOPT_LOW_SPEED_LIMIT, 100L);
    curl_easy_setopt(e.h, CURLOPT_LOW_SPEED_TIME, 2L);
    SAME(e.get(s.url()), CURLE_OPERATION_TIMEDOUT);
    std::printf("    %s\n", e.error);
}
static const std::string gzipped("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00", 25);  // "hello"
static void accept_encoding() {
    Server s([](auto&) { return answer(200, gzipped, "Content-Encoding: gzip\r\n"); });
    Handle c;
    curl_slist* list = curl_slist_append(nullptr, "Accept-Encoding: gzip");
    curl_easy_setopt(c.h, CURLOPT_HTTPHEADER, list);
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(c.body == gzipped);
    curl_slist_free_all(list);
    Handle d;
    curl_easy_setopt(d.h, CURLOPT_ACCEPT_ENCODING, "");
    SAME(d.get(s.url()), CURLE_OK);
    CHECK(d.body == "hello" && has(s.last(), "Accept-Encoding: deflate, gzip"));
}
static void info_after_cleanup() {
    Server s([](auto&) { return answer(200, "", "Content-Type: text/plain\r\n"); });
    char* type = nullptr;
    {
        Handle c;
        c.get(s.url());
        curl_easy_getinfo(c.h, CURLINFO_CONTENT_TYPE, &type);
        CHECK(std::string(type) == "text/plain");
    }
    std::printf("%s\n", type);
}
static void info_after_next_request() {
    Server s([](auto&) { return answer(200, "", "Content-Type: text/plain\r\n"); });
    Handle c;
    c.get(s.url());
    char* type = nullptr;
    curl_easy_getinfo(c.h, CURLINFO_CONTENT_TYPE, &type);
    c.get(s.url("/next"));
    std::printf("%s\n", type);
}
static void escape_leaks() {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    volatile auto first = curl_easy_escape(nullptr, "a b", 0)[0];
    CHECK(first == 'a');
}
static void exception_in_callback() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION,
                     +[](char*, std::size_t, std::size_t, void*) -> std::size_t { throw std::runtime_error("disk full"); });
    bool has_thrown = false;
    try { c.get(s.url()); } catch (const std::runtime_error&) { has_thrown = true; }
    std::printf("    caught outside: %d\n", has_thrown);
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, &Handle::take);
    const CURLcode again = c.get(s.url());
    std::printf("    the next call: %d %s\n", again, curl_easy_strerror(again));
    CHECK(again != CURLE_OK);
}
static void redirects() {
    Server s([](const std::string& r) {
        return has(r, " /end") ? answer(200, "end") : answer(302, "moved", "Location: /end\r\n");
    });
    Handle c;
    SAME(c.get(s.url("/go")), CURLE_OK);
    SAME(c.status(), 302);
    curl_easy_setopt(c.h, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, "a=1");
    SAME(c.get(s.url("/go")), CURLE_OK);
    CHECK(has(s.last(), "GET /end") && c.body == "end");
    curl_easy_setopt(c.h, CURLOPT_CUSTOMREQUEST, "POST");
    SAME(c.get(s.url("/go")), CURLE_OK);
    std::printf("    custom: %s", s.last().substr(0, s.last().find('\n') + 1).c_str());
    CHECK(has(s.last(), "POST /end") && !has(s.last(), "a=1"));
    SAME(s.connections, 1);
}
static void headers_of_every_answer() {
    Server s([](const std::string& r) {
        return has(r, " /end") ? answer(200, "end", "X-Step: 2\r\n") : answer(302, "moved", "X-Step: 1\r\nLocation: /end\r\n");
    });
    Handle c;
    std::string lines;
    curl_easy_setopt(c.h, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c.h, CURLOPT_HEADERDATA, &lines);
    curl_easy_setopt(c.h, CURLOPT_HEADERFUNCTION, +[](char* d, std::size_t, std::size_t n, void* to) -> std::size_t { static_cast<std::string*>(to)->append(d, n); return n; });
    SAME(c.get(s.url("/go")), CURLE_OK);
    CHECK(has(lines, "X-Step: 1\r\n") && has(lines, "X-Step: 2\r\n"));
    curl_header* header;
    CHECK(curl_easy_header(c.h, "X-Step", 0, CURLH_HEADER, -1, &header) == CURLHE_OK && std::string(header->value) == "2");
}
static void redirect_loop() {
    Server s([](auto&) { return answer(302, "", "Location: /again\r\n"); });
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c.h, CURLOPT_TIMEOUT, 20L);
    const CURLcode r = c.get(s.url());
    std::printf("    without a limit: %d after %zu requests\n", r, s.requests().size());
    CHECK(is_8_4 ? r == CURLE_TOO_MANY_REDIRECTS && s.requests().size() == 31 : s.requests().size() > 100);
}
static void secrets_across_redirect() {
    Server other(ok);
    Server s([&](auto&) { return answer(302, "", "Location: " + other.url("/taken") + "\r\n"); });
    Handle c;
    curl_slist* list = curl_slist_append(nullptr, "X-Api-Key: secret");
    list = curl_slist_append(list, "Authorization: Bearer secret2");
    list = curl_slist_append(list, "Cookie: sid=secret3");
    curl_easy_setopt(c.h, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(c.h, CURLOPT_FOLLOWLOCATION, 1L);
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "secret2") && has(s.last(), "secret3"));
    CHECK(has(other.last(), "X-Api-Key: secret") && !has(other.last(), "secret2") && !has(other.last(), "secret3"));
    curl_easy_setopt(c.h, CURLOPT_UNRESTRICTED_AUTH, 1L);
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(other.last(), "secret2"));
    curl_slist_free_all(list);
}
static void protocols() {
    Handle c;
    SAME(c.get("file:///etc/hostname"), CURLE_OK);
    CHECK(!c.body.empty());
    SAME(curl_easy_setopt(c.h, CURLOPT_PROTOCOLS_STR, "http,https"), CURLE_OK);
    SAME(c.get("file:///etc/hostname"), CURLE_UNSUPPORTED_PROTOCOL);
    std::printf("    %s\n", c.error);
    CHECK(c.body.empty());
    Server s([](auto&) { return answer(302, "", "Location: file:///etc/hostname\r\n"); });
    Handle d;
    curl_easy_setopt(d.h, CURLOPT_FOLLOWLOCATION, 1L);
    SAME(d.get(s.url()), CURLE_UNSUPPORTED_PROTOCOL);
}
static bool is_public(const sockaddr* a) {
    return a->sa_family == AF_INET && (ntohl(reinterpret_cast<const sockaddr_in*>(a)->sin_addr.s_addr) >> 24) != 127;
}
static void refuse_addresses() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_OPENSOCKETFUNCTION,
                     +[](void*, curlsocktype, curl_sockaddr* a) -> curl_socket_t {
                         return is_public(&a->addr) ? ::socket(a->family, a->socktype, a->protocol) : CURL_SOCKET_BAD;
                     });
    SAME(c.get(s.url()), CURLE_COULDNT_CONNECT);
    SAME(c.get("http://localhost:" + std::to_string(s.port) + "/"), CURLE_COULDNT_CONNECT);
    SAME(s.connections, 0);
}
static void size_limit() {
    Server s([](auto&) { return "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n4000\r\n" + std::string(0x4000, 'x') + "\r\n4000\r\n" + std::string(0x4000, 'x') + "\r\n0\r\n\r\n"; });
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_MAXFILESIZE_LARGE, curl_off_t{1000});
    const CURLcode r = c.get(s.url());
    std::printf("    chunked: %d, %zu bytes %s\n", r, c.body.size(), c.error);
    CHECK(is_8_4 ? r == CURLE_FILESIZE_EXCEEDED : r == CURLE_OK && c.body.size() == 0x8000);
    Server known([](auto&) { return answer(200, std::string(2000, 'x')); });
    SAME(c.get(known.url()), CURLE_FILESIZE_EXCEEDED);
    std::printf("    known: %s\n", c.error);
    CHECK(c.body.empty());
}
static void size_limit_of_gzip() {
    FILE* p = ::popen("head -c 100000 /dev/zero | gzip -c", "r");
    std::string bomb(1000, '\0');
    bomb.resize(std::fread(bomb.data(), 1, bomb.size(), p));
    ::pclose(p);
    Server s([&](auto&) { return answer(200, bomb, "Content-Encoding: gzip\r\n"); });
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(c.h, CURLOPT_MAXFILESIZE_LARGE, curl_off_t{1000});
    const CURLcode r = c.get(s.url());
    std::printf("    %d, %zu bytes from %zu\n", r, c.body.size(), bomb.size());
    CHECK(is_8_20 ? r == CURLE_FILESIZE_EXCEEDED : r == CURLE_OK && c.body.size() == 100000);
}
static void header_injection() {
    Server s(ok);
    Handle c;
    curl_slist* list = curl_slist_append(nullptr, "X-Name: eve\r\nX-Admin: yes");
    curl_easy_setopt(c.h, CURLOPT_HTTPHEADER, list);
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "\r\nX-Admin: yes\r\n"));
    curl_slist_free_all(list);
    Handle d;
    const CURLcode r = d.get(s.url("/a\r\nX-Admin: yes"));
    std::printf("    in the URL: %d %s\n", r, d.error);
    SAME(r, CURLE_URL_MALFORMAT);
    Handle e;
    curl_easy_setopt(e.h, CURLOPT_CUSTOMREQUEST, "GET / HTTP/1.1\r\nX-Admin: yes\r\n\r\nGET");
    e.get(s.url());
    CHECK(has(s.requests()[1], "X-Admin: yes"));
}
static void verbose_has_secrets() {
    Server s(ok);
    Handle c;
    std::string log;
    curl_easy_setopt(c.h, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(c.h, CURLOPT_USERPWD, "me:secret");
    curl_easy_setopt(c.h, CURLOPT_DEBUGDATA, &log);
    curl_easy_setopt(c.h, CURLOPT_DEBUGFUNCTION, +[](CURL*, curl_infotype, char* d, std::size_t n, void* to) -> int { static_cast<std::string*>(to)->append(d, n); return 0; });
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(log, "Authorization: Basic bWU6c2VjcmV0"));
}
static void proxy_of_environment() {
    Server proxy([](auto&) { return answer(200, "from the proxy"); });
    ::setenv("http_proxy", proxy.url().c_str(), 1);
    Handle c;
    SAME(c.get("http://example.invalid/"), CURLE_OK);
    CHECK(c.body == "from the proxy");
    curl_easy_setopt(c.h, CURLOPT_PROXY, "");
    SAME(c.get("http://example.invalid/"), CURLE_COULDNT_RESOLVE_HOST);
    std::printf("    %s\n", c.error);
}
static void tls() {
    CHECK(std::system("cd /tmp && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=good.test -addext subjectAltName=DNS:good.test "
                      "-keyout curl-claims.key -out curl-claims.crt 2>/dev/null") == 0);
    const pid_t server = ::fork();
    if (server == 0) {
        ::close(1);
        ::close(2);
        ::execlp("openssl", "openssl", "s_server", "-accept", "127.0.0.1:18443", "-key", "/tmp/curl-claims.key", "-cert", "/tmp/curl-claims.crt", "-www", nullptr);
        ::_exit(1);
    }
    ::usleep(800000);
    curl_slist* names = curl_slist_append(nullptr, "good.test:18443:127.0.0.1");
    names = curl_slist_append(names, "bad.test:18443:127.0.0.1");
    const std::string good = "https://good.test:18443/", bad = "https://bad.test:18443/";
    auto run = [&](const std::string& url, const char* ca, long peer, long host) {
        Handle c;
        curl_easy_setopt(c.h, CURLOPT_RESOLVE, names);
        if (ca) curl_easy_setopt(c.h, CURLOPT_CAINFO, ca);
        if (peer >= 0) curl_easy_setopt(c.h, CURLOPT_SSL_VERIFYPEER, peer);
        if (host >= 0) curl_easy_setopt(c.h, CURLOPT_SSL_VERIFYHOST, host);
        curl_easy_setopt(c.h, CURLOPT_TIMEOUT, 10L);
        const CURLcode r = c.get(url);
        if (r) std::printf("    %d %s\n", r, c.error);
        return r;
    };
    SAME(run(good, nullptr, -1, -1), CURLE_PEER_FAILED_VERIFICATION);
    SAME(run(good, nullptr, 0, 0), CURLE_OK);
    SAME(run(good, "/tmp/curl-claims.crt", -1, -1), CURLE_OK);
    SAME(run(bad, "/tmp/curl-claims.crt", -1, -1), CURLE_PEER_FAILED_VERIFICATION);
    SAME(run(bad, "/tmp/curl-claims.crt", 1, 1), CURLE_PEER_FAILED_VERIFICATION);  // 1 is the same as 2
    SAME(run(bad, "/tmp/curl-claims.crt", 1, 0), CURLE_OK);                         // any name
    SAME(run(good, "/tmp/none-such", -1, -1), CURLE_SSL_CACERT_BADFILE);
    ::kill(server, SIGKILL);
    std::remove("/tmp/curl-claims.key");
    std::remove("/tmp/curl-claims.crt");
}
static void expect_waits() {
    Server s([](auto&) { return answer(200, "ok"); });
    std::string body(2'000'000, 'x');
    auto post = [&](const char* expect) {
        Handle c;
        curl_slist* list = expect ? curl_slist_append(nullptr, expect) : nullptr;
        curl_easy_setopt(c.h, CURLOPT_HTTPHEADER, list);
        curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, body.c_str());
        const auto start = steady_clock::now();
        SAME(c.get(s.url()), CURLE_OK);
        curl_slist_free_all(list);
        return ms(start);
    };
    const long with = post(nullptr), without = post("Expect:");
    std::printf("    %ld ms with Expect, %ld ms without\n", with, without);
    CHECK(has(s.requests()[0], "Expect: 100-continue") && with >= 1000 && without < with);
    body.resize(1'000'000);
    post(nullptr);
    CHECK(!has(s.last(), "Expect"));
}
static void connections() {
    Server s(ok);
    { Handle c; for (int i = 0; i < 5; ++i) SAME(c.get(s.url()), CURLE_OK); }
    SAME(s.connections, 1);
    for (int i = 0; i < 5; ++i) { Handle c; SAME(c.get(s.url()), CURLE_OK); }
    SAME(s.connections, 6);
    CURLSH* share = curl_share_init();
    curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
    for (int i = 0; i < 5; ++i) { Handle c; curl_easy_setopt(c.h, CURLOPT_SHARE, share); SAME(c.get(s.url()), CURLE_OK); }
    SAME(s.connections, 7);
    SAME(curl_share_cleanup(share), CURLSHE_OK);
}
static int drive(CURLM* m) {
    int running = 1, done = 0;
    while (running) {
        CHECK(curl_multi_perform(m, &running) == CURLM_OK);
        if (running) curl_multi_poll(m, nullptr, 0, 1000, nullptr);
        int left;
        while (CURLMsg* msg = curl_multi_info_read(m, &left)) if (msg->msg == CURLMSG_DONE) ++done;
    }
    return done;
}
static void multi_once() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_URL, s.url().c_str());
    CURLM* m = curl_multi_init();
    curl_multi_add_handle(m, c.h);
    int running = 0;
    curl_multi_perform(m, &running);
    SAME(running, 1);  // one call doesn't finish a transfer
    SAME(curl_easy_perform(c.h), CURLE_FAILED_INIT);
    SAME(drive(m), 1);
    CHECK(c.body == "ok");
    curl_multi_remove_handle(m, c.h);
    curl_multi_cleanup(m);
}
static void multi_in_parallel() {
    Server s([](auto&) { ::usleep(300000); return answer(200, "ok"); });
    std::vector<std::unique_ptr<Handle>> handles;
    CURLM* m = curl_multi_init();
    for (int i = 0; i < 6; ++i) {
        handles.push_back(std::make_unique<Handle>());
        curl_easy_setopt(handles.back()->h, CURLOPT_URL, s.url().c_str());
        curl_multi_add_handle(m, handles.back()->h);
    }
    const auto start = steady_clock::now();
    SAME(drive(m), 6);
    CHECK(ms(start) < 1500);
    SAME(s.connections, 6);
    for (auto& h : handles) curl_multi_remove_handle(m, h->h);
    curl_multi_cleanup(m);
    m = curl_multi_init();
    curl_multi_setopt(m, CURLMOPT_MAX_HOST_CONNECTIONS, 2L);
    for (auto& h : handles) curl_multi_add_handle(m, h->h);
    const auto again = steady_clock::now();
    SAME(drive(m), 6);
    std::printf("    six of 300 ms, two at a time: %ld ms\n", ms(again));
    CHECK(ms(again) >= 900);
    for (auto& h : handles) curl_multi_remove_handle(m, h->h);
    curl_multi_cleanup(m);
}
static void message_after_cleanup() {
    Server s(ok);
    CURL* h = curl_easy_init();
    curl_easy_setopt(h, CURLOPT_URL, s.url().c_str());
    curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, +[](char*, std::size_t, std::size_t n, void*) { return n; });
    CURLM* m = curl_multi_init();
    curl_multi_add_handle(m, h);
    for (int running = 1; running;) { curl_multi_perform(m, &running); if (running) curl_multi_poll(m, nullptr, 0, 100, nullptr); }
    int left;
    CURLMsg* msg = curl_multi_info_read(m, &left);
    curl_multi_remove_handle(m, msg->easy_handle);
    curl_easy_cleanup(h);
    std::printf("%d\n", msg->data.result);
}
static void multi_wakeup() {
    CURLM* m = curl_multi_init();
    std::thread([m] { ::usleep(200000); curl_multi_wakeup(m); }).detach();
    const auto start = steady_clock::now();
    curl_multi_poll(m, nullptr, 0, 5000, nullptr);
    CHECK(ms(start) < 3000 && ms(start) >= 150);
    const auto again = steady_clock::now();
    curl_multi_wait(m, nullptr, 0, 1000, nullptr);
    std::printf("    wait without sockets: %ld ms\n", ms(again));
    curl_multi_cleanup(m);
}
static void error_buffer_gone() {
    Handle c;
    {
        auto buffer = std::make_unique<char[]>(CURL_ERROR_SIZE);
        curl_easy_setopt(c.h, CURLOPT_ERRORBUFFER, buffer.get());
    }
    c.get("http://127.0.0.1:1/");
}
static void error_buffer_may_be_empty() {
    Handle c;
    SAME(c.get("http://127.0.0.1:1/"), CURLE_COULDNT_CONNECT);
    std::printf("    %s\n", c.error);
    SAME(c.get(""), CURLE_URL_MALFORMAT);
    std::printf("    '%s'\n", c.error);
}
static void fork_shares_connection() {
    Server s(ok);
    Handle c;
    SAME(c.get(s.url("/parent")), CURLE_OK);
    if (const pid_t child = ::fork(); child == 0) { c.get(s.url("/child")); ::_exit(0); }
    ::usleep(500000);
    CHECK(has(s.last(), "GET /child"));
    SAME(s.connections, 1);  // both processes write to one socket
}
static void misspelt_protocols() {
    Handle c;
    CHECK(curl_easy_setopt(c.h, CURLOPT_PROTOCOLS_STR, "http;https") != CURLE_OK);
    SAME(c.get("file:///etc/hostname"), is_8_4 ? CURLE_OK : CURLE_UNSUPPORTED_PROTOCOL);
}
static void error_value_of_callback() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, +[](char*, std::size_t, std::size_t, void*) noexcept -> std::size_t {
        try { throw std::runtime_error("disk full"); } catch (...) { return CURL_WRITEFUNC_ERROR; }
    });
    SAME(c.get(s.url()), CURLE_WRITE_ERROR);
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, &Handle::take);
    SAME(c.get(s.url()), CURLE_OK);
}
static void put_of_a_text() {
    Server s(ok);
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, "text");
    curl_easy_setopt(c.h, CURLOPT_CUSTOMREQUEST, "PUT");
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "PUT / ") && has(s.last(), "\r\n\r\ntext"));
}
static void share_in_use() {
    CURLSH* share = curl_share_init();
    {
        Handle c;
        curl_easy_setopt(c.h, CURLOPT_SHARE, share);
        SAME(curl_share_cleanup(share), CURLSHE_IN_USE);
    }
    SAME(curl_share_cleanup(share), CURLSHE_OK);
}
static void url_api() {
    Server s(ok);
    Handle c;
    CURLU* u = curl_url();
    curl_url_set(u, CURLUPART_URL, s.url("/search").c_str(), 0);
    curl_url_set(u, CURLUPART_QUERY, "q=a&b", CURLU_APPENDQUERY | CURLU_URLENCODE);
    curl_easy_setopt(c.h, CURLOPT_CURLU, u);
    SAME(curl_easy_perform(c.h), CURLE_OK);
    CHECK(has(s.last(), "GET /search?q=a%26b "));
    curl_url_cleanup(u);
}
static void partial_file() {
    Server s([](auto&) { return std::string("HTTP/1.1 200 X\r\nContent-Length: 10\r\nConnection: close\r\n\r\nshort"); });
    Handle c;
    SAME(c.get(s.url()), CURLE_PARTIAL_FILE);
    CHECK(c.body == "short");  // delivered all the same
}
static void count_of_connects() {
    Server s([](auto&) { return answer(503, "", "Retry-After: 7\r\n"); });
    Handle c;
    long first = -1, second = -1;
    curl_off_t retry = 0;
    c.get(s.url());
    curl_easy_getinfo(c.h, CURLINFO_NUM_CONNECTS, &first);
    c.get(s.url());
    curl_easy_getinfo(c.h, CURLINFO_NUM_CONNECTS, &second);
    curl_easy_getinfo(c.h, CURLINFO_RETRY_AFTER, &retry);
    SAME(first, 1);
    SAME(second, 0);
    SAME(retry, 7);
}
static void redirect_url() {
    Server s([](auto&) { return answer(302, "", "Location: /next\r\n"); });
    Handle c;
    SAME(c.get(s.url()), CURLE_OK);
    char* next = nullptr;
    curl_easy_getinfo(c.h, CURLINFO_REDIRECT_URL, &next);
    CHECK(next == s.url("/next"));
}
static void handle_in_its_callback() {
    Server s(ok);
    Handle c;
    static CURLcode inner;
    curl_easy_setopt(c.h, CURLOPT_WRITEDATA, c.h);
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, +[](char*, std::size_t, std::size_t n, void* h) -> std::size_t { inner = curl_easy_perform(h); return n; });
    SAME(c.get(s.url()), CURLE_OK);
    SAME(inner, is_8_4 ? CURLE_RECURSIVE_API_CALL : CURLE_FAILED_INIT);
}
static void wakeup_and_wait() {
    Server s([](auto&) { ::usleep(1500000); return answer(200, "ok"); });
    Handle c;
    curl_easy_setopt(c.h, CURLOPT_URL, s.url().c_str());
    CURLM* m = curl_multi_init();
    curl_multi_add_handle(m, c.h);
    int running;
    for (int i = 0; i < 20; ++i) { curl_multi_perform(m, &running); ::usleep(10000); }
    std::thread([m] { ::usleep(200000); curl_multi_wakeup(m); }).detach();
    const auto start = steady_clock::now();
    curl_multi_wait(m, nullptr, 0, 1000, nullptr);
    std::printf("    wait: %ld ms\n", ms(start));
    CHECK(is_8_4 ? ms(start) < 900 : ms(start) >= 900);
    curl_multi_remove_handle(m, c.h);  // unfinished: cancelled
    CHECK(c.body.empty());
    curl_multi_cleanup(m);
}
static void cookies_survive_reset() {
    Server s([](auto&) { return answer(200, "", "Set-Cookie: sid=7\r\n"); });
    Handle c;
    c.get(s.url());
    c.get(s.url());
    CHECK(!has(s.last(), "sid=7"));  // no engine by default
    curl_easy_setopt(c.h, CURLOPT_COOKIEFILE, "");
    c.get(s.url());
    curl_easy_reset(c.h);
    curl_easy_setopt(c.h, CURLOPT_WRITEFUNCTION, &Handle::take);
    curl_easy_setopt(c.h, CURLOPT_WRITEDATA, &c);
    c.get(s.url());
    CHECK(has(s.last(), "Cookie: sid=7"));
    curl_easy_setopt(c.h, CURLOPT_COOKIELIST, "ALL");
    c.get(s.url());
    CHECK(!has(s.last(), "sid=7"));
}
static void set(CURL* h, CURLoption option, long value) { CHECK(curl_easy_setopt(h, option, value) == CURLE_OK); }
static void set(CURL* h, CURLoption option, const std::string& value) { CHECK(curl_easy_setopt(h, option, value.c_str()) == CURLE_OK); }
static void typed_helpers() {
    Server s(ok);
    Handle c;
    int unknown = -1;
    curl_easy_setopt(c.h, CURLOPT_POSTFIELDS, "x");
    set(c.h, CURLOPT_POSTFIELDSIZE, unknown);
    set(c.h, CURLOPT_USERAGENT, std::string("agent"));
    SAME(c.get(s.url()), CURLE_OK);
    CHECK(has(s.last(), "Content-Length: 1\r\n") && has(s.last(), "User-Agent: agent"));
}
static void cancelled_by_flag() {
    Server s([](auto&) { return std::string(); });
    Handle c;
    std::atomic<bool> stop{false};
    curl_easy_setopt(c.h, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(c.h, CURLOPT_XFERINFODATA, &stop);
    curl_easy_setopt(c.h, CURLOPT_XFERINFOFUNCTION, +[](void* f, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> int { return *static_cast<std::atomic<bool>*>(f); });
    std::thread([&] { ::usleep(300000); stop = true; }).detach();
    const auto start = steady_clock::now();
    SAME(c.get(s.url()), CURLE_ABORTED_BY_CALLBACK);
    std::printf("    after %ld ms\n", ms(start));
    CHECK(ms(start) < 3000);
}
static void versions() {
    auto* v = curl_version_info(CURLVERSION_NOW);
    std::printf("    %s, threadsafe %d, asynchronous resolver %d\n", v->version, (v->features & CURL_VERSION_THREADSAFE) != 0, (v->features & CURL_VERSION_ASYNCHDNS) != 0);
    CHECK(v->features & CURL_VERSION_THREADSAFE);
}

struct Claim { const char* name; void (*run)(); const char* fails_with; };
#define HOLDS(f) Claim{#f, f, nullptr}
static const Claim claims[] = {
    HOLDS(versions), HOLDS(status_404_is_ok), HOLDS(body_in_pieces), HOLDS(short_write),
    {"lambda_without_plus", lambda_without_plus, "AddressSanitizer"},
    {"string_as_file", string_as_file, ""},
    HOLDS(default_prints_body), HOLDS(code_into_int), {"int_for_long", int_for_long, "heap-buffer-overflow"}, HOLDS(right_width),
    {"postfields_gone", postfields_gone, "heap-use-after-free"},
    HOLDS(copypostfields), HOLDS(postfields_cut_at_nul),
    HOLDS(size_after_copy),
    {"slist_gone", slist_gone, "AddressSanitizer"},
    HOLDS(header_forms), HOLDS(options_stay), HOLDS(custom_head_waits), HOLDS(timeouts), HOLDS(accept_encoding),
    {"info_after_cleanup", info_after_cleanup, "heap-use-after-free"},
    {"info_after_next_request", info_after_next_request, "heap-use-after-free"},
    {"escape_leaks", escape_leaks, "LeakSanitizer"},
    HOLDS(exception_in_callback), HOLDS(redirects), HOLDS(headers_of_every_answer), HOLDS(redirect_loop), HOLDS(secrets_across_redirect),
    HOLDS(protocols), HOLDS(refuse_addresses), HOLDS(size_limit), HOLDS(size_limit_of_gzip), HOLDS(header_injection),
    HOLDS(verbose_has_secrets), HOLDS(proxy_of_environment), HOLDS(tls), HOLDS(expect_waits), HOLDS(connections),
    HOLDS(multi_once), HOLDS(multi_in_parallel),
    {"message_after_cleanup", message_after_cleanup, "heap-use-after-free"},
    HOLDS(multi_wakeup),
    {"error_buffer_gone", error_buffer_gone, "heap-use-after-free"},
    HOLDS(error_buffer_may_be_empty), HOLDS(fork_shares_connection), HOLDS(misspelt_protocols), HOLDS(error_value_of_callback), HOLDS(put_of_a_text),
    HOLDS(share_in_use), HOLDS(url_api), HOLDS(partial_file), HOLDS(count_of_connects), HOLDS(redirect_url),
    HOLDS(handle_in_its_callback), HOLDS(wakeup_and_wait), HOLDS(cookies_survive_reset), HOLDS(typed_helpers),
    HOLDS(cancelled_by_flag),
};

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    if (argc > 1) {
        for (const Claim& claim : claims)
            if (claim.name == std::string(argv[1])) { ::alarm(30); claim.run(); return 0; }
        return 2;
    }
    int failed = 0;
    for (const Claim& claim : claims) {
        const bool leaks = claim.fails_with && has(claim.fails_with, "Leak");
        FILE* p = ::popen((std::string(leaks ? "" : "ASAN_OPTIONS=detect_leaks=0 ") + argv[0] + " " + claim.name + " 2>&1 </dev/null").c_str(), "r");
        std::string output;
        for (char line[4096]; std::fgets(line, sizeof line, p);) output += line;
        const int status = ::pclose(p);
        const bool good = claim.fails_with ? status != 0 && has(output, claim.fails_with) : status == 0;
        std::printf("%s %s%s%s\n", good ? "holds " : "FALLEN", claim.name, claim.fails_with ? ": " : "", claim.fails_with ? claim.fails_with : "");
        if (!good || !claim.fails_with) std::printf("%s", output.c_str());
        failed += !good;
    }
    std::printf("%zu claims, %d fallen\n", std::size(claims), failed);
    return failed != 0;
}
