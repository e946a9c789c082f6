#include <curl/curl.h>

#include <cstdio>
#include <fstream>
#include <string>

static std::size_t append(char* data, std::size_t size, std::size_t count, void* to) {
    static_cast<std::string*>(to)->append(data, size * count);
    return size * count;
}

int main(int, char** argv) {
    CURL* handle = curl_easy_init();
    std::string body;
    curl_easy_setopt(handle, CURLOPT_URL, argv[1]);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, append);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
    const CURLcode result = curl_easy_perform(handle);
    curl_easy_cleanup(handle);
    if (result != CURLE_OK) {
        std::fprintf(stderr, "%s\n", curl_easy_strerror(result));
        return 1;
    }
    std::ofstream(argv[2], std::ios::binary) << body;
    return 0;
}
