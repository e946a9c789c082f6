// A loopback HTTP server for the checks: a thread per connection, raw answers, every request recorded.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Server {
    using Handler = std::function<std::string(const std::string& request)>;

    explicit Server(Handler handler) : handler_(std::move(handler)) {
        listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
        ::listen(listener_, 64);
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        port = ntohs(address.sin_port);
        std::thread([this] {
            for (int fd; (fd = ::accept(listener_, nullptr, nullptr)) >= 0;) {
                ++connections;
                std::thread([this, fd] { serve(fd); }).detach();
            }
        }).detach();
    }

    std::string url(const std::string& path = "/") const { return "http://127.0.0.1:" + std::to_string(port) + path; }
    std::vector<std::string> requests() {
        std::lock_guard<std::mutex> lock(mutex_);
        return requests_;
    }
    std::string last() { return requests().empty() ? "" : requests().back(); }

    int port = 0;
    std::atomic<int> connections{0};

private:
    // An empty answer leaves the connection open and silent; "close" closes it.
    void serve(int fd) {
        std::string data;
        char buffer[65536];
        for (;;) {
            std::size_t end;
            while ((end = data.find("\r\n\r\n")) == std::string::npos) {
                const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
                if (n <= 0) { ::close(fd); return; }
                data.append(buffer, n);
            }
            std::size_t length = 0;
            const auto at = data.find("Content-Length: ");
            if (at != std::string::npos && at < end) length = std::stoull(data.substr(at + 16));
            if (length > 100'000'000) length = 0;
            while (data.size() < end + 4 + length) {
                const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
                if (n <= 0) break;
                data.append(buffer, n);
            }
            const std::string request = data.substr(0, end + 4 + length);
            data.erase(0, request.size());
            {
                std::lock_guard<std::mutex> lock(mutex_);
                requests_.push_back(request);
            }
            const std::string answer = handler_(request);
            if (answer == "close") { ::close(fd); return; }
            ::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL);
            if (answer.find("Connection: close") != std::string::npos) { ::close(fd); return; }
        }
    }

    Handler handler_;
    int listener_;
    std::mutex mutex_;
    std::vector<std::string> requests_;
};

inline std::string answer(int status, const std::string& body, const std::string& headers = "") {
    return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
           headers + "\r\n" + body;
}
