#include "sandbox/own_size.hpp"

#include <elf.h>
#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

constexpr std::size_t kMostParts = 256;

}  // namespace

std::int64_t own_bytes(const std::string& path) {
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  Elf64_Ehdr head;
  if (!file.is_open() || pread(file.get(), &head, sizeof head, 0) != sizeof head) return 0;
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_phentsize != sizeof(Elf64_Phdr) || head.e_phnum == 0 || head.e_phnum > kMostParts)
    return 0;
  std::vector<Elf64_Phdr> parts(head.e_phnum);
  const auto size = static_cast<ssize_t>(parts.size() * sizeof(Elf64_Phdr));
  if (pread(file.get(), parts.data(), parts.size() * sizeof(Elf64_Phdr),
            static_cast<off_t>(head.e_phoff)) != size)
    return 0;
  std::uint64_t first = UINT64_MAX, last = 0;
  for (const Elf64_Phdr& part : parts) {
    if (part.p_type != PT_LOAD) continue;
    first = std::min<std::uint64_t>(first, part.p_vaddr);
    last = std::max<std::uint64_t>(last, part.p_vaddr + part.p_memsz);
  }
  return first < last ? static_cast<std::int64_t>(last - first) : 0;
}

}  // namespace inarow::sandbox
