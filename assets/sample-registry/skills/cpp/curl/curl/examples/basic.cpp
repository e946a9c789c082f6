// An HTTP client on libcurl: a kept handle, limits on time, size and schemes, JSON sent, errors told apart, and
// transfers side by side. Asks a server of its own on the loopback address and asserts what comes back.
//
//   g++ -std=c++17 -pthread basic.cpp $(pkg-config --cflags --libs libcurl) -o basic && ./basic
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

constexpr std::size_t kMaxBody = 100'000;

struct Answer {
    CURLcode result = CURLE_OK;
    long status = 0;
    std::string body, error;
    bool good() const { return result == CURLE_OK && status >= 200 && status < 300; }
};

struct Headers {
    curl_slist* list = nullptr;
    Headers() = default;
    Headers(const Headers&) = delete;
    Headers& operator=(const Headers&) = delete;
    ~Headers() { curl_slist_free_all(list); }
    void add(const std::string& line) {
        if (line.find_first_of(std::string("\r\n\0", 3)) != std::string::npos) throw std::invalid_argument("header");
        curl_slist* grown = curl_slist_append(list, line.c_str());
        if (!grown) throw std::bad_alloc();
        list = grown;
    }
};

// Not movable: the handle holds pointers into this object.
class Client {
public:
    Client() : handle_(curl_easy_init()) {
        if (!handle_) throw std::bad_alloc();
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() { curl_easy_cleanup(handle_); }

    // Sets up a GET. Nothing of an earlier request is left but its connection.
    CURL* prepare(const std::string& url) {
        curl_easy_reset(handle_);
        answer_ = Answer();
        error_[0] = '\0';
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_ERRORBUFFER, error_);
        set(CURLOPT_WRITEFUNCTION, &Client::take);
        set(CURLOPT_WRITEDATA, &answer_);
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_PROXY, "");
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_CONNECTTIMEOUT_MS, 3000L);
        set(CURLOPT_TIMEOUT_MS, 1000L);
        return handle_;
    }
    Answer get(const std::string& url) {
        prepare(url);
        return finish(curl_easy_perform(handle_));
    }
    Answer post_json(const std::string& url, const std::string& json) {
        Headers headers;  // lives until the transfer has ended
        headers.add("Content-Type: application/json");
        prepare(url);
        set(CURLOPT_HTTPHEADER, headers.list);
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(json.size()));
        set(CURLOPT_POSTFIELDS, json.c_str());
        Answer answer = finish(curl_easy_perform(handle_));
        set(CURLOPT_HTTPHEADER, static_cast<curl_slist*>(nullptr));
        return answer;
    }
    Answer finish(CURLcode result) {
        answer_.result = result;
        curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &answer_.status);  // a long
        if (result != CURLE_OK) answer_.error = *error_ ? error_ : curl_easy_strerror(result);
        return answer_;
    }

private:
    // The template hands on exactly the type it gets: no int is accepted.
    template <typename T>
    void set(CURLoption option, T value) {
        static_assert(!std::is_integral_v<T> || sizeof(T) == sizeof(long), "write 1L, or curl_off_t{1}");
        if (const CURLcode r = curl_easy_setopt(handle_, option, value); r != CURLE_OK)
            throw std::runtime_error(curl_easy_strerror(r));
    }
    static std::size_t take(char* data, std::size_t, std::size_t n, void* to) noexcept {
        try {
            auto* answer = static_cast<Answer*>(to);
            if (answer->body.size() + n > kMaxBody) return CURL_WRITEFUNC_ERROR;
            answer->body.append(data, n);
            return n;
        } catch (...) {
            return CURL_WRITEFUNC_ERROR;  // no exception may cross libcurl
        }
    }

    CURL* handle_;
    char error_[CURL_ERROR_SIZE] = "";
    Answer answer_;
};

std::vector<Answer> get_all(const std::vector<std::string>& urls) {
    std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi(curl_multi_init(), curl_multi_cleanup);
    std::vector<std::unique_ptr<Client>> clients;
    std::vector<Answer> answers(urls.size());
    for (std::size_t i = 0; i < urls.size(); ++i) {
        clients.push_back(std::make_unique<Client>());
        CURL* handle = clients.back()->prepare(urls[i]);
        curl_easy_setopt(handle, CURLOPT_PRIVATE, reinterpret_cast<char*>(i));
        curl_multi_add_handle(multi.get(), handle);
    }
    for (int running = 1, left; running;) {
        if (curl_multi_perform(multi.get(), &running) != CURLM_OK) throw std::runtime_error("curl_multi_perform");
        if (running) curl_multi_poll(multi.get(), nullptr, 0, 1000, nullptr);
        while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
            CURL* handle = message->easy_handle;
            const CURLcode result = message->data.result;  // the message ends with the removal
            char* index = nullptr;
            curl_easy_getinfo(handle, CURLINFO_PRIVATE, &index);
            curl_multi_remove_handle(multi.get(), handle);
            const auto i = reinterpret_cast<std::size_t>(index);
            answers[i] = clients[i]->finish(result);
        }
    }
    return answers;
}

// A server for the example: /echo answers the body, /big too much, /hang nothing, all else 404.
class Server {
public:
    Server() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(socket_, 16) != 0)
            throw std::runtime_error("listen");
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
        base = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
        std::thread([this] {
            for (int fd; (fd = ::accept(socket_, nullptr, nullptr)) >= 0;) {
                ++connections;
                std::thread(serve, fd).detach();
            }
        }).detach();
    }
    std::string base;
    std::atomic<int> connections{0};

private:
    static void serve(int fd) {
        std::string in;
        char buffer[4096];
        for (ssize_t n; (n = ::recv(fd, buffer, sizeof buffer, 0)) > 0;) {
            in.append(buffer, static_cast<std::size_t>(n));
            const auto end = in.find("\r\n\r\n");
            if (end == std::string::npos) continue;
            const auto at = in.find("Content-Length: ");
            const std::size_t length = at < end ? std::stoul(in.substr(at + 16)) : 0;
            if (in.size() < end + 4 + length) continue;
            const std::string path = in.substr(in.find(' ') + 1, 5), body = in.substr(end + 4, length);
            in.clear();
            if (path == "/hang") continue;
            const std::string out = path == "/big " ? std::string(2 * kMaxBody, 'x') : path == "/echo" ? body : "no such page";
            const std::string head = std::string("HTTP/1.1 ") + (path == "/echo" || path == "/big " ? "200 OK" : "404 Not Found") +
                                     "\r\nContent-Length: " + std::to_string(out.size()) + "\r\n\r\n";
            ::send(fd, (head + out).data(), head.size() + out.size(), MSG_NOSIGNAL);
        }
        ::close(fd);
    }
    int socket_;
};

void check(bool holds, const char* what, const Answer& answer) {
    std::cout << what << ": " << answer.result << ", status " << answer.status << ' ' << answer.error << '\n';
    if (!holds) throw std::runtime_error(what);
}

void run() {
    static Server server;  // its threads go on until the process ends
    Client client;

    Answer answer = client.post_json(server.base + "/echo", R"({"name":"Ada"})");
    check(answer.good() && answer.body == R"({"name":"Ada"})", "JSON comes back", answer);

    answer = client.get(server.base + "/nothing");
    check(answer.result == CURLE_OK && answer.status == 404 && !answer.good(), "404 is told apart", answer);
    if (server.connections != 1) throw std::runtime_error("the connection was not kept");

    answer = client.get(server.base + "/big ");
    check(answer.result == CURLE_URL_MALFORMAT, "a URL with a blank is refused", answer);
    answer = client.get(server.base + "/big");
    check(answer.result == CURLE_WRITE_ERROR && answer.body.size() <= kMaxBody, "too large a body is refused", answer);
    answer = client.get(server.base + "/hang");
    check(answer.result == CURLE_OPERATION_TIMEDOUT, "a silent server is left", answer);
    answer = client.get("file:///etc/hostname");
    check(answer.result == CURLE_UNSUPPORTED_PROTOCOL && answer.body.empty(), "a file is refused", answer);

    const auto all = get_all({server.base + "/echo", server.base + "/nothing", server.base + "/hang"});
    check(all[0].status == 200 && all[1].status == 404 && all[2].result == CURLE_OPERATION_TIMEDOUT, "side by side", all[0]);
}

}  // namespace

int main() {
    std::signal(SIGPIPE, SIG_IGN);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    int code = EXIT_SUCCESS;
    try {
        run();
        std::cout << "all as expected\n";
    } catch (const std::exception& e) {
        std::cerr << "failed: " << e.what() << '\n';
        code = EXIT_FAILURE;
    }
    curl_global_cleanup();
    return code;
}
