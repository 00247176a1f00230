// Replies by which one side, the holder, keeps a result from a start on, whatever the other side
// does: what a player follows where no solver ends in time. src/inarow/analysis/strategy.py has the
// file of such strategies.
//
// The positions are not written down but listed anew. All of them have the holder to move:
//
//     layer 0       the start, or all that the other side can make of it
//     layer n + 1   all that the other side can make of layer n after the holder's replies
//
// each once, up to mirror image, a layer in ascending order of the keys. So every move of the other
// side is covered, and no two positions are mistaken for each other. Of the keys
// (core/gravity_board.hpp) of a position and its mirror image the smaller one counts, and its reply
// is the one listed.
//
// A reply is a number of so many bits as the number of columns has, packed from the lowest bit of
// the first byte on; that number itself ends a branch: the position is left to the solver.
//
//     7 columns, 3 bits     byte 0: c c b b b a a a     a, b, c ... the replies in the order listed,
//                           byte 1: f e e e d d d c     the highest bit on the left; the last byte
//                                                       is filled up with 0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/gravity_board.hpp"
#include "core/position.hpp"

namespace inarow::counted {

class OpeningStrategy {
 public:
  // A column, or nothing where a branch ends.
  using Reply = std::optional<int>;

  // Throws std::invalid_argument with a sentence unless the replies are those of a whole strategy
  // of this holder (0 or 1) from this start, on a gravity board of at most 63 bits.
  OpeningStrategy(const Position& start, int holder, std::string_view replies);
  // With the replies chosen here, each asked for once.
  OpeningStrategy(const Position& start, int holder,
                  const std::function<Reply(const Position&)>& choose);

  // The holder's reply, if the position is one of the strategy's and no end of a branch.
  Reply reply(const Position& pos) const;
  // All positions, one of each mirrored pair, and the replies; ends of branches too.
  std::vector<std::pair<Position, Reply>> entries() const;
  // What the first constructor takes.
  std::string packed() const;

 private:
  using Key = std::uint64_t;
  struct Layer {
    std::vector<Key> keys;
    std::vector<std::uint8_t> replies;  // the number of columns where a branch ends
  };

  OpeningStrategy(const Position& start, int holder);
  // choose(key): the reply in the position of the key.
  template <class Choose>
  void list(Choose choose);
  void add_children(const Stones& before, std::vector<Key>& keys) const;
  Stones holder_stones(const Position& pos) const;  // the holder's as the mover's
  Position position(Key key) const;
  int reply_bits() const;

  Game game_;
  AnyGeometry geometry_;
  int holder_, start_stones_;
  Stones start_;
  bool holder_begins_;
  std::vector<Layer> layers_;
};

}  // namespace inarow::counted
