// Async logging with an explicit start and an explicit, ordered end. Counts
// afterwards what is in the file, and fails if a line is missing.
//
// Header-only build:  c++ -std=c++17 -pthread basic.cpp -o basic
// Compiled library:   link spdlog::spdlog from the CMake package instead.

#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <spdlog/async.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace {

// Owns the logging set-up. The destructor runs while main is still on the
// stack, so no worker thread is alive when static destructors start.
class LoggingSession {
public:
    explicit LoggingSession(const std::string& path) {
        // Queue slots and worker threads; must come before the first async logger.
        spdlog::init_thread_pool(8192, 1);

        auto console = std::make_shared<spdlog::sinks::stdout_color_sink_mt>();
        console->set_level(spdlog::level::warn);
        auto file = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
            path, 1024 * 1024, 3);

        std::vector<spdlog::sink_ptr> sinks{console, file};
        auto logger = std::make_shared<spdlog::async_logger>(
            "app", sinks.begin(), sinks.end(), spdlog::thread_pool(),
            spdlog::async_overflow_policy::block);

        logger->set_level(spdlog::level::debug);
        logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e [%t] %^%l%$ %v");
        logger->flush_on(spdlog::level::err);
        // A logger that no factory made gets neither the global handler nor flush level.
        logger->set_error_handler([](const std::string& what) {
            std::cerr << "logging failed: " << what << '\n';
        });

        // Replaces the default logger, and registers this one under "app".
        spdlog::set_default_logger(logger);
        spdlog::flush_every(std::chrono::seconds(3));
    }

    LoggingSession(const LoggingSession&) = delete;
    LoggingSession& operator=(const LoggingSession&) = delete;

    // Stops the flusher, drops every logger, drains the queue, joins workers.
    ~LoggingSession() { spdlog::shutdown(); }
};

void work(int id) {
    for (int i = 0; i < 100; ++i) {
        spdlog::debug("worker {} step {}", id, i);
    }
    spdlog::warn("worker {} done", id);
}

void run(const std::string& path) {
    LoggingSession session(path);

    std::vector<std::thread> threads;
    for (int id = 0; id < 4; ++id) {
        threads.emplace_back(work, id);
    }
    // Every thread that logs ends before the session does.
    for (auto& t : threads) {
        t.join();
    }
    spdlog::info("all workers joined");
}

int count_lines(const std::filesystem::path& path) {
    std::ifstream in(path);
    int n = 0;
    for (std::string line; std::getline(in, line); ++n) {
    }
    return n;
}

}  // namespace

int main() {
    const auto path = std::filesystem::temp_directory_path() / "spdlog-basic-example.log";
    try {
        std::filesystem::remove(path);
        run(path.string());
        const int lines = count_lines(path);  // 4 workers with 101 lines each, and the last one
        std::filesystem::remove(path);
        std::cout << lines << " of 405 lines written\n";
        return lines == 405 ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const std::exception& e) {
        std::cerr << "failed: " << e.what() << '\n';
        return EXIT_FAILURE;
    }
}
