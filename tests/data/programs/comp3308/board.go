package main

import "strings"

const rows, cols = 6, 7

var lines = [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}

type board [][]byte

func newBoard(state string) board {
	var made board
	for _, row := range strings.Split(state, ",") {
		made = append(made, []byte(row))
	}
	return made
}

func (b board) at(row, col int) byte {
	if row < 0 || row >= rows || col < 0 || col >= cols {
		return 0
	}
	return b[row][col]
}

func (b board) landing(col int) int {
	for row := 0; row < rows; row++ {
		if b[row][col] == '.' {
			return row
		}
	}
	return -1
}

// runs returns the numbers of runs of exactly two, exactly three, and four or more; stones in [0].
func (b board) runs(who byte) [4]int {
	var found [4]int
	for row := 0; row < rows; row++ {
		for col := 0; col < cols; col++ {
			if b.at(row, col) != who {
				continue
			}
			found[0]++
			for _, line := range lines {
				if b.at(row-line[0], col-line[1]) == who {
					continue
				}
				length := 1
				for b.at(row+length*line[0], col+length*line[1]) == who {
					length++
				}
				if length > 4 {
					length = 4
				}
				if length >= 2 {
					found[length-1]++
				}
			}
		}
	}
	return found
}
