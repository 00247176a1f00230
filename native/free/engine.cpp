#include "free/engine.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "free/candidates.hpp"
#include "free/pairing.hpp"

namespace inarow::free {
namespace {

// Parts of a move's time.
constexpr double kOwnProof = 0.22;    // looking for a win by threats
constexpr double kPassProof = 0.32;   // until the opponent's threats after a pass are known
constexpr double kCheckMoves = 0.55;  // until the moves that stop them are sorted out
constexpr double kSearch = 0.93;  // until the search ends if they stand: the rest is a last check
// Every move is tried with few positions before any is with many.
constexpr std::uint64_t kCheckNodes[] = {150, 800, 4000};
constexpr std::uint64_t kFavouriteNodes = 8000;
constexpr std::uint64_t kVcfNodes = 20000;
constexpr int kWidest = 120;  // cells looked at when the best ones all lose

const Game& playable(const Game& game) {
  if (auto problem = Board::problem_of(game); !problem.empty()) {
    throw std::invalid_argument(problem);
  }
  return game;
}

// Half of the memory each for the two tables of 16-byte slots, rounded down to a power of two.
std::size_t slots(int memory_mb) {
  const auto megabytes = static_cast<std::size_t>(std::clamp(memory_mb, 4, 1024));
  return std::bit_floor((megabytes << 20) / 32);
}

// Five in a row comes by force and is defended by force; from six on draws are easy to get, so
// lines are kept open. Measured for one stone a turn: docs/free-boards.md.
int usual_attack_bias(const Game& game) {
  if (game.stones.later > 1) return 40;
  return game.k <= 5 ? 0 : 80;
}

}  // namespace

Engine::Engine(const Game& game, int memory_mb)
    : board_(playable(game)),
      vcf_(board_),
      pair_threats_(board_),
      table_(slots(memory_mb)),
      threats_(board_, slots(memory_mb)),
      search_(board_, vcf_, pair_threats_, table_) {
  search_.settings.attack_bias = usual_attack_bias(game);
}

void Engine::forget() {
  table_.clear();
  threats_.forget();
  vcf_.forget();
}

void Engine::load(const Position& pos) {
  if (pos.game() != board_.game()) {
    throw std::invalid_argument("the position is of another game than the player's");
  }
  if (pos.outcome() != Outcome::Ongoing) throw std::invalid_argument("the game is over");
  board_.load(pos);
  side_ = pos.to_move();
  left_ = pos.left();
  nodes_ = 0;
}

Choice Engine::choose(const Position& pos, const Limits& limits) {
  const Clock::time_point start = Clock::now();
  load(pos);
  // Values in the table carry the root side's bias.
  if (root_side_ >= 0 && root_side_ != side_) table_.clear();
  if (limits.by_depth()) forget();
  root_side_ = side_;
  table_.new_search();
  if (std::optional<Choice> seen = at_sight()) return *seen;
  Choice choice;
  choice.move = best_cells(board_, side_, 1)[0];
  think(choice, start, limits);
  choice.nodes = nodes_;
  return choice;
}

ForcedWin Engine::forced_win(const Position& pos, double time_s) {
  const Clock::time_point start = Clock::now();
  load(pos);
  ForcedWin win = prove(side_, left_, after(start, time_s), Budget::kUnlimited);
  win.nodes = nodes_;
  return win;
}

bool Engine::forced_loss(const Position& pos, double time_s) {
  const Clock::time_point start = Clock::now();
  load(pos);
  if (one_stone()) return false;
  Budget budget(watch_, after(start, time_s), Budget::kUnlimited);
  const Verdict found = pair_threats_.solve_reply(1 - side_, left_, budget, Budget::kUnlimited);
  nodes_ += budget.used();
  return found == Verdict::Proved;
}

// Moves that need no search: the centre of an empty board, a line completed, the one block, a
// DoubleOne, the last cell.
std::optional<Choice> Engine::at_sight() {
  const int opponent = 1 - side_;
  if (board_.count(side_, Threat::Complete) > 0) {
    return Choice{board_.any_cell(side_, Threat::Complete), kWin - 1, 1, 0, true};
  }
  if (left_ > 1 && board_.count_from(side_, Threat::One) > 0) {
    return Choice{threat_cells(board_, side_)[0], kWin - 2, 1, 0, true};
  }
  if (board_.empty_count() == board_.cells()) {
    const Game& game = board_.game();
    return Choice{game.rows / 2 * game.cols + game.cols / 2, 0, 0, 0, false};
  }
  if (board_.empty_count() == 1) return Choice{best_cells(board_, side_, 1)[0], 0, 1, 0, false};
  if (!one_stone()) return std::nullopt;
  if (const int blocks = board_.count(opponent, Threat::Complete); blocks > 0) {
    const int cell = board_.any_cell(opponent, Threat::Complete);
    if (blocks > 1) return Choice{cell, -(kWin - 2), 1, 0, true};
    return Choice{cell, 0, 1, 0, false};
  }
  if (board_.count(side_, Threat::DoubleOne) > 0) {
    return Choice{board_.any_cell(side_, Threat::DoubleOne), kWin - 3, 1, 0, true};
  }
  return std::nullopt;
}

ForcedWin Engine::prove(int side, int left, Clock::time_point deadline, std::uint64_t nodes) {
  ForcedWin win;
  Budget budget(watch_, deadline, nodes);
  const int opponent = 1 - side;
  if (board_.count(side, Threat::Complete) > 0) {
    win.kind = ProofKind::AtSight;
    win.line = {board_.any_cell(side, Threat::Complete)};
  } else if (!one_stone()) {
    if (pair_threats_.solve(side, left, budget, nodes) == Verdict::Proved) {
      const bool at_sight = static_cast<int>(pair_threats_.line().size()) <= left;
      win.kind = at_sight ? ProofKind::AtSight : ProofKind::Pairs;
      win.line = pair_threats_.line();
    }
  } else if (board_.count(side, Threat::DoubleOne) > 0 &&
             board_.count(opponent, Threat::Complete) == 0) {
    win.kind = ProofKind::AtSight;
    win.line = {board_.any_cell(side, Threat::DoubleOne)};
  } else if (vcf_.solve(side, budget, std::min(nodes, kVcfNodes)) == Verdict::Proved) {
    win.kind = ProofKind::Chain;
    win.line = vcf_.line();
  } else {
    const Verdict verdict = threats_.solve(side, budget);
    win.refuted = verdict == Verdict::Disproved;
    if (verdict == Verdict::Proved) {
      win.kind = ProofKind::Threats;
      win.line = threats_.line(side);
    }
  }
  nodes_ += budget.used();
  return win;
}

// The cells worth looking at, the defence against a standing threat included.
CellList Engine::root_cells() {
  if (one_stone() && board_.count(1 - side_, Threat::DoubleOne) > 0) {
    const CellList answers = answers_to_threat(board_, side_);
    if (!answers.empty()) return answers;
  }
  if (!one_stone() && board_.count_from(1 - side_, Threat::One) > 0) {
    return threat_cells(board_, 1 - side_);
  }
  return best_cells(board_, side_, search_.settings.root_width);
}

void Engine::think(Choice& choice, Clock::time_point start, const Limits& limits) {
  const double time_s = limits.time_s;
  const ForcedWin win = prove(side_, left_, after(start, kOwnProof * time_s), limits.proof_nodes());
  if (win.kind != ProofKind::None && !win.line.empty()) {
    const int stones = static_cast<int>(win.line.size());
    choice.move = win.line.front();
    choice.value = kWin - std::min(stones + 2, 900);
    choice.proved = true;
    return;
  }
  std::vector<Search::RootMove> moves;
  const CellList paired = pairing_moves(board_, side_);
  for (const int cell : paired.empty() ? root_cells() : paired) moves.push_back({cell, 0});
  choice.move = moves.front().cell;
  const bool checks = one_stone() && paired.empty();
  const bool in_danger = checks && drop_losing(moves, start, limits);

  const Clock::time_point deadline = after(start, time_s);
  Budget budget(watch_, in_danger ? after(start, kSearch * time_s) : deadline);
  std::vector<int> safe, refuted;  // favourites that the opponent's threats were tried against
  const auto favourite_holds = [&] {
    const int cell = moves.front().cell;
    if (moves.size() == 1 || std::find(safe.begin(), safe.end(), cell) != safe.end()) return true;
    if (opponent_wins_after(cell, deadline, kFavouriteNodes) != Verdict::Proved) {
      safe.push_back(cell);
      return true;
    }
    refuted.push_back(cell);
    moves.erase(moves.begin());
    return false;
  };
  for (int depth = 1; depth <= limits.max_depth && !budget.spent();) {
    if (!search_.iterative_deepening(moves, side_, left_, depth, budget)) break;
    if (checks && (depth >= 3 || in_danger) && !favourite_holds()) continue;
    const Search::RootMove favourite = moves.front();
    choice.value = favourite.value;
    choice.depth = depth;
    if (favourite.value >= kLeastWin || depth >= board_.empty_count()) break;
    // A loss among the best cells is no proof: look at the others before giving in.
    if (favourite.value <= -kLeastWin && widen(moves, refuted)) continue;
    ++depth;
  }
  if (checks && !limits.by_depth()) {
    while (!favourite_holds()) continue;
  }
  choice.move = moves.front().cell;
  nodes_ += budget.used();
}

// Adds the cells that the list left out, except the refuted ones; false if there are none.
bool Engine::widen(std::vector<Search::RootMove>& moves, const std::vector<int>& refuted) {
  if (one_stone() && board_.count(1 - side_, Threat::DoubleOne) > 0) return false;
  if (!one_stone() && board_.count_from(1 - side_, Threat::One) > 0) return false;
  const std::size_t before = moves.size();
  for (const int cell : best_cells(board_, side_, kWidest)) {
    const bool listed = std::any_of(moves.begin(), moves.end(),
                                    [cell](const Search::RootMove& m) { return m.cell == cell; });
    const bool loses = std::find(refuted.begin(), refuted.end(), cell) != refuted.end();
    if (!listed && !loses) moves.push_back({cell, -kWin});
  }
  return moves.size() > before;
}

Verdict Engine::opponent_wins_after(int cell, Clock::time_point deadline, std::uint64_t nodes) {
  if (Clock::now() >= deadline) return Verdict::Unknown;
  board_.put(cell, side_);
  const ForcedWin win = prove(1 - side_, 1, deadline, nodes);
  board_.take_back();
  if (win.kind != ProofKind::None) return Verdict::Proved;
  return win.refuted ? Verdict::Disproved : Verdict::Unknown;
}

// If the opponent would win by threats after a pass, tries the moves against that, the cells of its
// line first, and keeps those after which no win is proved, first the ones where it is disproved;
// all when none holds. Returns whether the opponent would.
bool Engine::drop_losing(std::vector<Search::RootMove>& moves, Clock::time_point start,
                         const Limits& limits) {
  const ForcedWin standing =
      prove(1 - side_, 1, after(start, kPassProof * limits.time_s), limits.proof_nodes());
  if (standing.kind == ProofKind::None) return false;
  // The stones of its line are natural places to stop it: they are tried first.
  std::vector<Search::RootMove> held, open;
  for (const int cell : standing.line) {
    if (board_.is_empty(cell)) open.push_back({cell, 0});
  }
  for (const Search::RootMove& move : moves) {
    const bool listed = std::any_of(open.begin(), open.end(), [&move](const Search::RootMove& m) {
      return m.cell == move.cell;
    });
    if (!listed) open.push_back(move);
  }
  const Clock::time_point deadline = after(start, kCheckMoves * limits.time_s);
  for (const std::uint64_t nodes : kCheckNodes) {
    const bool first_round = nodes == kCheckNodes[0];
    std::vector<Search::RootMove> unknown;
    for (const Search::RootMove& move : open) {
      // What there is no time to try even once is dropped if something tried holds so far.
      const bool some_hold = !held.empty() || !unknown.empty();
      if (first_round && some_hold && Clock::now() >= deadline) break;
      const Verdict verdict = opponent_wins_after(move.cell, deadline, nodes);
      if (verdict == Verdict::Disproved) held.push_back(move);
      if (verdict == Verdict::Unknown) unknown.push_back(move);
    }
    open = unknown;
  }
  held.insert(held.end(), open.begin(), open.end());
  if (!held.empty()) moves = held;
  return true;
}

}  // namespace inarow::free
