#include "git/object_reader.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace mergeproof::git {
namespace {

using support::ChildProcess;
using support::Done;
using support::Error;
using support::Result;
using support::Status;

constexpr int patience = 300'000; // milliseconds without a byte

Error missing_object(const std::string &hash, const std::string &complaints) {
  const std::string object = "object " + hash;
  const auto said = [&](const char *word) {
    return complaints.find(word) != std::string::npos;
  };
  if (said("transport '") || said("promisor") || said("could not fetch"))
    return {object + " is missing in this partial clone; "
                     "git fetch --refetch --no-filter brings it"};
  if (complaints.empty())
    return {object + " is missing; git fsck lists what is, git fetch may "
                     "bring it"};
  return {object + " is damaged (" + split(complaints, '\n').front() +
          "); git fsck lists what is, git fetch may bring it"};
}

std::string to_hex(std::string_view bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += digits[static_cast<unsigned char>(c) >> 4];
    text += digits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

// A raw tree is a sequence of "<mode> <name>\0<hash bytes>".
bool parse_tree(std::string_view raw, std::size_t hash_bytes,
                TreeEntries &entries) {
  while (!raw.empty()) {
    const std::size_t space = raw.find(' ');
    const std::size_t zero = raw.find('\0');
    if (space == raw.npos || zero == raw.npos || space > zero ||
        raw.size() - zero - 1 < hash_bytes)
      return false;
    entries.push_back(
        {.mode = std::string(raw.substr(0, space)),
         .name = std::string(raw.substr(space + 1, zero - space - 1)),
         .hash = to_hex(raw.substr(zero + 1, hash_bytes))});
    raw.remove_prefix(zero + 1 + hash_bytes);
  }
  return true;
}

} // namespace

ObjectReader::ObjectReader(const Repository &repository,
                           std::shared_ptr<ObjectOverlay> overlay)
    : git_(overlay ? overlay->git() : repository.git()),
      overlay_(std::move(overlay)), hash_bytes_(repository.hash_bytes()) {}

Result<std::string> ObjectReader::blob(const std::string &hash) {
  const std::lock_guard lock(mutex_);
  return read(hash, "blob");
}

Result<std::shared_ptr<const TreeEntries>>
ObjectReader::tree(const std::string &hash) {
  const std::lock_guard lock(mutex_);
  if (const auto known = trees_.find(hash); known != trees_.end())
    return known->second;
  const Result<std::string> raw = read(hash, "tree");
  if (!raw)
    return raw.error();
  auto entries = std::make_shared<TreeEntries>();
  if (!parse_tree(raw.value(), hash_bytes_, *entries))
    return Error{"tree " + hash + " is damaged; git fsck lists what is"};
  trees_[hash] = entries;
  return std::shared_ptr<const TreeEntries>(entries);
}

Result<std::string> ObjectReader::read(const std::string &hash,
                                       const std::string &kind) {
  if (process_ && owner_ != getpid())
    process_.reset(); // our parent's; its answers are not for us
  if (!process_) {
    const Status started = start();
    if (!started)
      return started.error();
  }
  return request(hash, kind);
}

Status ObjectReader::start() {
  Result<ChildProcess> process =
      ChildProcess::start(git_.command({"cat-file", "--batch"}));
  if (!process)
    return process.error();
  process_ = std::make_unique<ChildProcess>(std::move(process).value());
  fcntl(process_->out.get(), F_SETFL, O_NONBLOCK);
  fcntl(process_->err.get(), F_SETFL, O_NONBLOCK);
  owner_ = getpid();
  buffer_.clear();
  position_ = 0;
  return Done{};
}

Result<std::string> ObjectReader::request(const std::string &hash,
                                          const std::string &kind) {
  complaints_.clear();
  const std::string line = hash + "\n";
  if (support::write_quietly(process_->in.get(), line) !=
      static_cast<ssize_t>(line.size()))
    return stop(hash);
  std::string header;
  if (!take_line(header))
    return stop(hash);
  const std::vector<std::string> words = split(header, ' ');
  if (words.size() != 3 || words[0] != hash)
    return missing_object(hash, complaints_);
  std::size_t size = 0;
  std::from_chars(words[2].data(), words[2].data() + words[2].size(), size);
  std::string bytes;
  if (!take_bytes(size + 1, bytes))
    return stop(hash);
  bytes.pop_back(); // the newline that ends it
  if (words[1] != kind)
    return Error{"object " + hash + " is a " + words[1] + ", not a " + kind +
                 "; git fsck lists what is damaged"};
  return bytes;
}

// The process ended or hangs: the next read starts another.
Error ObjectReader::stop(const std::string &hash) {
  process_->kill_group();
  while (fill()) {
  }
  process_.reset();
  return missing_object(hash, complaints_.empty() ? "git cat-file ended"
                                                  : complaints_);
}

bool ObjectReader::fill() {
  std::array<char, 65536> bytes;
  while (true) {
    std::array<pollfd, 2> fds{pollfd{process_->out.get(), POLLIN, 0},
                              pollfd{process_->err.get(), POLLIN, 0}};
    const int ready = poll(fds.data(), fds.size(), patience);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      return false;
    if (fds[1].revents != 0) {
      const ssize_t n = ::read(fds[1].fd, bytes.data(), bytes.size());
      if (n > 0)
        complaints_.append(bytes.data(), static_cast<std::size_t>(n));
      else if (n == 0)
        process_->err.reset();
    }
    if (fds[0].revents == 0)
      continue;
    const ssize_t n = ::read(fds[0].fd, bytes.data(), bytes.size());
    if (n > 0)
      buffer_.append(bytes.data(), static_cast<std::size_t>(n));
    return n > 0;
  }
}

bool ObjectReader::take_line(std::string &line) {
  std::size_t end = 0;
  while ((end = buffer_.find('\n', position_)) == std::string::npos)
    if (!fill())
      return false;
  line = buffer_.substr(position_, end - position_);
  position_ = end + 1;
  return true;
}

bool ObjectReader::take_bytes(std::size_t count, std::string &bytes) {
  while (buffer_.size() - position_ < count)
    if (!fill())
      return false;
  bytes = buffer_.substr(position_, count);
  position_ += count;
  if (position_ == buffer_.size()) {
    buffer_.clear();
    position_ = 0;
  }
  return true;
}

} // namespace mergeproof::git
