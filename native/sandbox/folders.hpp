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
  bool changes;        // whether copies are given to somebody else
  bool shown = false;  // whether they stay ours, and everybody may read them
};

// Copies the regular files and folders below one folder into another, up to a number of bytes and a
// few thousand entries. Everything else (links, devices, pipes) is left out. Throws Problem for
// files that cannot be read or written, or are too many.
void copy_folder(int from, int to, std::int64_t most_bytes, const Owner& owner);

// Bytes of the files below a folder, an entry counting as 1 KiB at least; very many if the folders
// lie too deep, or if one of them cannot be read.
std::int64_t bytes_below(int folder, int depth = 0);

// Removes everything below a folder, as far as that can be done.
void empty_folder(int folder);

// What a folder holds, but itself and the one above; nothing if it cannot be read.
std::vector<std::string> names_in(int folder);

Fd open_folder(const std::string& path);  // throws Problem

}  // namespace inarow::sandbox
