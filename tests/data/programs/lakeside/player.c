/* Lakeside's Connect Four: five rows of six cells, the columns numbered from 1.

   player STATE red|yellow M|A DEPTH    prints the column and the number of nodes
   player STATE red|yellow              prints the column, for the tournament

   STATE is the rows from the bottom, split by commas. A token is worth 1, two in a row 5, three or
   more 50; red is MAX and keeps the last of equal moves, yellow is MIN and keeps the first. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 5, COLS = 6, LINE = 4, WIN = 10000 };

static char board[ROWS][COLS + 1];
static long nodes;
static int prunes;

static char at(int row, int col) {
  return row < 0 || row >= ROWS || col < 0 || col >= COLS ? '\0' : board[row][col];
}

/* The score of a player; *longest is the longest run. */
static int score(char player, int* longest) {
  static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  int total = 0;
  for (int row = 0; row < ROWS; ++row)
    for (int col = 0; col < COLS; ++col) {
      if (at(row, col) != player) continue;
      ++total;
      for (int way = 0; way < 4; ++way) {
        int down = ways[way][0], right = ways[way][1], length = 1;
        if (at(row - down, col - right) == player) continue;
        while (at(row + length * down, col + length * right) == player) ++length;
        if (length > *longest) *longest = length;
        if (length >= 2) total += length == 2 ? 5 : 50;
      }
    }
  return total;
}

static int full(void) {
  for (int row = 0; row < ROWS; ++row)
    if (strchr(board[row], '.')) return 0;
  return 1;
}

static int visit(char player, int depth, int alpha, int beta, int* chosen) {
  int red = 0, yellow = 0, ignored;
  ++nodes;
  int difference = score('r', &red) - score('y', &yellow);
  if (red >= LINE) return WIN;
  if (yellow >= LINE) return -WIN;
  if (depth == 0 || full()) return difference;
  int best = player == 'r' ? -2 * WIN : 2 * WIN;
  for (int col = 0; col < COLS; ++col) {
    int row = 0;
    while (row < ROWS && board[row][col] != '.') ++row;
    if (row == ROWS) continue;
    board[row][col] = player;
    int value = visit(player == 'r' ? 'y' : 'r', depth - 1, alpha, beta, &ignored);
    board[row][col] = '.';
    if (player == 'r' ? value >= best : value < best) {
      best = value;
      *chosen = col;
    }
    if (player == 'r' && best > alpha) alpha = best;
    if (player == 'y' && best < beta) beta = best;
    if (prunes && alpha >= beta) break;
  }
  return best;
}

int main(int count, char** words) {
  int column = -1;
  if (count != 5 && count != 3) return 2;
  for (int row = 0; row < ROWS; ++row) {
    memcpy(board[row], words[1] + row * (COLS + 1), COLS);
    board[row][COLS] = '\0';
  }
  prunes = count == 3 || words[3][0] == 'A';
  visit(words[2][0], count == 3 ? 5 : atoi(words[4]), -3 * WIN, 3 * WIN, &column);
  printf("%d\n", column + 1);
  if (count == 5) printf("%ld\n", nodes);
  return 0;
}
