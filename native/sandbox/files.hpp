// Folders of files: copied, measured and removed, without ever following a link.
#pragma once

#include <fcntl.h>
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

// How a folder is opened, which must not be a link.
constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

struct Owner {
  uid_t uid;
  gid_t gid;
  bool changes;  // whether copies are given to somebody else
};

// Copies the regular files and folders below one folder into another, up to a number of bytes and a
// few thousand entries. Everything else (links, devices, pipes) is left out. Throws SandboxError
// for files that cannot be read or written, or are too many.
void copy_folder(int from, int to, std::int64_t most_bytes, const Owner& owner);

// The same for what a program has left, into a folder of ours: what cannot be read is left out too,
// and what is too much is no problem of ours. Returns whether nothing was. Throws SandboxError
// where the copy cannot be written.
bool copy_what_is_left(int from, int to, std::int64_t most_bytes);

// Bytes of the files below a folder, an entry counting as 1 KiB at least; very many if the folders
// lie too deep, or if one of them cannot be read.
std::int64_t bytes_below(int folder, int depth = 0);

// Bytes of the files that a process holds open and that have no name any more, by the folder of its
// descriptors (/proc/N/fd, opened).
std::int64_t nameless_bytes(int descriptors);

// Removes everything below a folder, as far as that can be done.
void empty_folder(int folder);

// What a folder holds, but itself and the one above; nothing if it cannot be read.
std::vector<std::string> names_in(int folder);

Fd open_folder(const std::string& path);  // throws SandboxError

}  // namespace inarow::sandbox
