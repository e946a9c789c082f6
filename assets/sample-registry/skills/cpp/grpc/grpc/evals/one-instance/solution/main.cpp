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
    int port = 0;
    // By default several processes share a port, and the kernel spreads connections over them.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort(std::string("127.0.0.1:") + argv[1], grpc::InsecureServerCredentials(), &port);
    builder.RegisterCallbackGenericService(&service);
    auto server = builder.BuildAndStart();
    if (!server || port == 0) return EXIT_FAILURE;
    std::cout << "listening" << std::endl;
    server->Wait();
}
