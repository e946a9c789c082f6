// Callback server and deadline-bound client in one process, with the shutdown
// order that a real server needs.
//
// The interface lives in the "//proto" lines below. Build:
//
//   sed -n 's|^//proto ||p' basic.cpp > echo.proto
//   protoc --cpp_out=. --grpc_out=. echo.proto --plugin=protoc-gen-grpc=PLUGIN
//   c++ -std=c++17 basic.cpp echo.pb.cc echo.grpc.pb.cc -o basic LIBS
//
// with PLUGIN the path of grpc_cpp_plugin, and LIBS what
// `pkg-config --cflags --libs grpc++ protobuf` prints, plus -pthread.
//
//proto syntax = "proto3";
//proto package demo;
//proto service Echo { rpc Say(EchoRequest) returns (EchoReply); }
//proto message EchoRequest { string text = 1; }
//proto message EchoReply { string text = 1; }

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include <grpcpp/grpcpp.h>

#include "echo.grpc.pb.h"

namespace {

class EchoService final : public demo::Echo::CallbackService {
    grpc::ServerUnaryReactor* Say(grpc::CallbackServerContext* context,
                                  const demo::EchoRequest* request,
                                  demo::EchoReply* reply) override {
        // Runs on a library thread: compute and finish, never block here.
        grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
        if (request->text().empty()) {
            reactor->Finish(grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                                         "text must not be empty"));
            return reactor;
        }
        reply->set_text("echo: " + request->text());
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }
};

class EchoClient {
public:
    explicit EchoClient(std::shared_ptr<grpc::Channel> channel)
        : stub_(demo::Echo::NewStub(std::move(channel))) {}

    grpc::Status Say(const std::string& text, std::string* answer) const {
        demo::EchoRequest request;
        request.set_text(text);
        demo::EchoReply reply;

        // One context for one call, and always a deadline.
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() +
                             std::chrono::seconds(2));

        grpc::Status status = stub_->Say(&context, request, &reply);
        if (status.ok()) {
            *answer = reply.text();
        }
        return status;
    }

private:
    std::unique_ptr<demo::Echo::Stub> stub_;
};

}  // namespace

int main() {
    // Declared before the server, because the server only borrows it.
    EchoService service;

    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (server == nullptr || port == 0) {
        std::cerr << "cannot listen\n";
        return EXIT_FAILURE;
    }

    bool good = false;
    {
        // Channel and stub are destroyed before the server is shut down.
        const EchoClient client(
            grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                                grpc::InsecureChannelCredentials()));
        std::string answer;
        const grpc::Status first = client.Say("hello", &answer);
        std::cout << (first.ok() ? answer : first.error_message()) << '\n';

        const grpc::Status second = client.Say("", &answer);
        std::cout << "code " << second.error_code() << ": "
                  << second.error_message() << '\n';
        good = first.ok() &&
               second.error_code() == grpc::StatusCode::INVALID_ARGUMENT;
    }

    // With a deadline, so that a stuck call cannot hold up the exit for ever.
    server->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(5));
    server->Wait();
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
