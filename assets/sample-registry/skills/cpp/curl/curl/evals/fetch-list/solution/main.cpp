#include <curl/curl.h>

#include <cstdio>
#include <fstream>
#include <string>

static std::size_t append(char* data, std::size_t, std::size_t size, void* to) noexcept {
    try {
        auto* body = static_cast<std::string*>(to);
        if (body->size() + size > 10'000'000) return 0;
        body->append(data, size);
        return size;
    } catch (...) {
        return 0;
    }
}

int main(int, char** argv) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURL* handle = curl_easy_init();
    std::string body;
    char error[CURL_ERROR_SIZE] = "";
    curl_easy_setopt(handle, CURLOPT_URL, argv[1]);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, append);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, 3000L);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, 8000L);
    const CURLcode result = curl_easy_perform(handle);
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(handle);
    curl_global_cleanup();
    if (result != CURLE_OK || status != 200) {
        std::fprintf(stderr, "not fetched: status %ld %s\n", status, *error ? error : curl_easy_strerror(result));
        return 1;
    }
    const std::string part = std::string(argv[2]) + ".part";
    std::ofstream out(part, std::ios::binary);
    out << body;
    out.close();
    return out && std::rename(part.c_str(), argv[2]) == 0 ? 0 : 1;
}
