package main

import (
	"fmt"
	"os"
	"strconv"
)

const win, infinity = 10000, 1000000

type searcher struct {
	board         board
	prune         bool
	nodes, column int
}

func (s *searcher) search(depth int, red bool, alpha, beta int, root bool) int {
	s.nodes++
	r, y := s.board.runs('r'), s.board.runs('y')
	if r[3] > 0 {
		return win
	}
	if y[3] > 0 {
		return -win
	}
	value := r[0] + 10*r[1] + 100*r[2] - y[0] - 10*y[1] - 100*y[2]
	if depth == 0 {
		return value
	}
	best, stone, moved := infinity, byte('y'), false
	if red {
		best, stone = -infinity, 'r'
	}
	for col := 0; col < cols; col++ {
		row := s.board.landing(col)
		if row < 0 {
			continue
		}
		moved = true
		s.board[row][col] = stone
		below := s.search(depth-1, !red, alpha, beta, false)
		s.board[row][col] = '.'
		if red && below > best || !red && below < best {
			best = below
			if root {
				s.column = col
			}
		}
		if !s.prune {
			continue
		}
		if red && best >= beta || !red && best <= alpha {
			break
		}
		if red && best > alpha {
			alpha = best
		}
		if !red && best < beta {
			beta = best
		}
	}
	if !moved {
		return value
	}
	return best
}

func main() {
	depth := 5
	if len(os.Args) > 4 {
		depth, _ = strconv.Atoi(os.Args[4])
	}
	s := searcher{board: newBoard(os.Args[1]), prune: len(os.Args) < 4 || os.Args[3] == "A"}
	s.search(depth, os.Args[2] == "red", -infinity, infinity, true)
	fmt.Println(s.column)
	if len(os.Args) > 3 {
		fmt.Println(s.nodes)
	}
}
