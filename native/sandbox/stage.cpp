#include "sandbox/stage.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "sandbox/landlock.hpp"
#include "sandbox/view.hpp"

namespace inarow::sandbox {

namespace {

void make_private(const std::string& path, const Owner& owner, mode_t mode) {
  if (mkdir(path.c_str(), mode) != 0) fail("making folder '" + path + "'");
  if (owner.changes && chown(path.c_str(), owner.uid, owner.gid) != 0)
    fail("giving away folder '" + path + "'");
}

}  // namespace

Stage Stage::in_view(int view, const Request& request, const Owner& owner) {
  Stage stage;
  Fd box;
  if (!request.box.empty()) {
    box = taken_tree(request.box, true);
    stage.has_box_ = true;
  }
  if (!request.work.empty()) {
    stage.work_of_host_ = open_folder(request.work);
    stage.has_work_ = true;
  }
  // What is made anew lies over what the view has below it.
  std::vector<std::string> hidden;
  for (const std::string& path : request.readable)
    if (is_below(path, "/tmp") || (stage.has_work_ && is_below(path, "/work")))
      hidden.push_back(path);
  const Seen seen = seen_of(hidden);
  enter_view(view);
  if (stage.has_box_) place_tree(box, "/box");
  place_memory("/tmp", request.file_bytes, owner.uid, owner.gid);
  if (stage.has_work_) {
    place_memory("/work", request.file_bytes, owner.uid, owner.gid);
    const Fd work = open_folder("/work");
    copy_folder(stage.work_of_host_.get(), work.get(), request.file_bytes, owner);
  }
  if (!hidden.empty()) place_seen(seen, open_folder("/").get());
  return stage;
}

Stage Stage::on_host(const std::string& folder, const Request& request) {
  Stage stage;
  stage.has_box_ = !request.box.empty();
  stage.has_work_ = !request.work.empty();
  stage.box_ = request.box;
  stage.work_ = request.work;
  if (request.paths_of_host) {
    stage.paths_stay_ = true;
    return stage;
  }
  stage.interpreter_ = request.interpreter;
  stage.readable_ = request.readable;
  stage.own_folder_ = folder;
  stage.tmp_ = folder + "/tmp";
  if (mkdir(folder.c_str(), 0700) != 0) fail("making folder '" + folder + "'");
  make_private(stage.tmp_, {0, 0, false}, 0700);
  return stage;
}

Stage Stage::in_folder(const std::string& folder, const Request& request, const Owner& owner,
                       bool zero) {
  Stage stage;
  stage.own_folder_ = folder;
  stage.measured_ = true;
  stage.readable_ = request.readable;
  std::vector<std::string> readable = request.readable;
  if (!request.interpreter.empty()) {
    stage.interpreter_ = request.interpreter;
    readable.push_back(request.interpreter);
  }
  if (mkdir(folder.c_str(), 0711) != 0) fail("making folder '" + folder + "'");
  chmod(folder.c_str(), 0711);
  try {
    stage.tmp_ = folder + "/tmp";
    make_private(stage.tmp_, owner, 0700);
    std::vector<std::string> writable = {stage.tmp_};
    if (!request.box.empty()) {
      stage.has_box_ = true;
      stage.box_ = request.box;
      readable.push_back(stage.box_);
    }
    if (!request.work.empty()) {
      stage.work_of_host_ = open_folder(request.work);
      stage.has_work_ = true;
      stage.work_ = folder + "/work";
      make_private(stage.work_, owner, 0700);
      copy_folder(stage.work_of_host_.get(), open_folder(stage.work_).get(), request.file_bytes,
                  owner);
      writable.push_back(stage.work_);
    }
    stage.landlock_ = landlock_rules(readable, writable, zero);
  } catch (const Problem&) {
    stage.clear();
    throw;
  }
  return stage;
}

std::string Stage::told(const std::string& word) const {
  if (paths_stay_ || own_folder_.empty()) return word;
  for (const std::string& path : readable_)
    if (is_below(word, path)) return word;
  const std::pair<std::string, const std::string*> places[] = {
      {kInterpreter, &interpreter_}, {"/box", &box_}, {"/work", &work_}, {"/tmp", &tmp_}};
  for (const auto& [inside, outside] : places)
    if (!outside->empty() && is_below(word, inside)) return *outside + word.substr(inside.size());
  return word;
}

std::int64_t Stage::bytes_written() const {
  std::int64_t bytes = bytes_below(open_folder(tmp_).get());
  if (has_work_) bytes += bytes_below(open_folder(work_).get());
  return bytes;
}

bool Stage::return_work(const Request& request) const {
  return !work_of_host_.is_open() ||
         copy_what_is_left(open_folder(work_).get(), work_of_host_.get(), request.file_bytes);
}

void Stage::clear() {
  if (own_folder_.empty()) return;
  empty_folder(open_folder(own_folder_).get());
  rmdir(own_folder_.c_str());
}

}  // namespace inarow::sandbox
