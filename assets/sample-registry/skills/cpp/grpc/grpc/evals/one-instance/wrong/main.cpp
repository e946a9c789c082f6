#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include <grpc/grpc.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>

int main(int, char** argv) {
    grpc::CallbackGenericService service;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(std::string("127.0.0.1:") + argv[1], grpc::InsecureServerCredentials());
    builder.RegisterCallbackGenericService(&service);
    auto server = builder.BuildAndStart();
    if (!server) return EXIT_FAILURE;
    std::cout << "listening" << std::endl;
    server->Wait();
}
