pub const ROWS: i32 = 6;
pub const COLS: i32 = 7;
const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

pub struct Board {
    cells: Vec<u8>,
}

impl Board {
    pub fn new(state: &str) -> Board {
        Board { cells: state.bytes().collect() }
    }

    fn place(row: i32, col: i32) -> usize {
        (row * (COLS + 1) + col) as usize
    }

    fn at(&self, row: i32, col: i32) -> u8 {
        if row < 0 || row >= ROWS || col < 0 || col >= COLS {
            return 0;
        }
        self.cells[Board::place(row, col)]
    }

    pub fn put(&mut self, row: i32, col: i32, who: u8) {
        self.cells[Board::place(row, col)] = who;
    }

    pub fn landing(&self, col: i32) -> Option<i32> {
        (0..ROWS).find(|&row| self.at(row, col) == b'.')
    }

    /// The numbers of runs of exactly two, exactly three, and four or more; stones in [0].
    pub fn runs(&self, who: u8) -> [i32; 4] {
        let mut found = [0; 4];
        for row in 0..ROWS {
            for col in 0..COLS {
                if self.at(row, col) != who {
                    continue;
                }
                found[0] += 1;
                for (down, right) in LINES {
                    if self.at(row - down, col - right) == who {
                        continue;
                    }
                    let mut length = 1;
                    while self.at(row + length * down, col + length * right) == who {
                        length += 1;
                    }
                    if length >= 2 {
                        found[length.min(4) as usize - 1] += 1;
                    }
                }
            }
        }
        found
    }
}
