#include <cstdlib>
#include <memory>
#include <string>

#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>

int main(int, char** argv) {
    const int lines = std::atoi(argv[1]);
    spdlog::init_thread_pool(8192, 1);
    auto log = spdlog::basic_logger_mt<spdlog::async_factory>("app", argv[2]);
    const std::string filler(200, 'x');
    for (int at = 1; at <= lines; ++at) log->info("record {} {}", at, filler);
    log->error("fatal: {}", "out of sync");
    log->flush();
    // The queue is drained by shutdown(), and the file's buffer is written when the last owner of the sink goes.
    log.reset();
    spdlog::shutdown();
    std::_Exit(3);
}
