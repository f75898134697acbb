// `texunit sample -` as a child process: a request goes in as a line of JSON, its result comes out as one.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

class ReferenceModel {
 public:
  /** @param command a shell command, such as "texunit sample -" */
  explicit ReferenceModel(const std::string& command) {
    int requests[2], results[2];
    if (pipe(requests) != 0 || pipe(results) != 0) throw std::runtime_error("no pipe");
    child_ = fork();
    if (child_ == 0) {
      dup2(requests[0], 0);
      dup2(results[1], 1);
      for (int end : {requests[0], requests[1], results[0], results[1]}) close(end);
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    close(requests[0]);
    close(results[1]);
    requests_ = fdopen(requests[1], "w");
    results_ = fdopen(results[0], "r");
  }

  ~ReferenceModel() {
    fclose(requests_);
    fclose(results_);
    waitpid(child_, nullptr, 0);
  }

  /** A header, an image, a view or a sampler: nothing comes back. */
  void define(const std::string& line) {
    fputs(line.c_str(), requests_);
    fputc('\n', requests_);
  }

  /** Sends a request and waits for its result. */
  std::string ask(const std::string& request) {
    define(request);
    fflush(requests_);
    std::string line = next();
    // The first line of the answers is their header.
    return line.find("\"texunit\"") == std::string::npos ? line : next();
  }

 private:
  std::string next() {
    std::string line;
    int c;
    while ((c = fgetc(results_)) != EOF && c != '\n') line.push_back(static_cast<char>(c));
    if (line.empty()) throw std::runtime_error("the reference model has ended: its message is above");
    return line;
  }

  pid_t child_;
  FILE* requests_;
  FILE* results_;
};

/** Component `c` of a result's texel. */
inline double component(const std::string& result, int c) {
  const size_t texel = result.find("\"texel\":[");
  if (texel == std::string::npos) throw std::runtime_error("no texel in " + result);
  const char* at = result.c_str() + texel + 9;
  for (; c > 0; c--) at = std::char_traits<char>::find(at, result.size(), ',') + 1;
  return std::strtod(at, nullptr);
}
