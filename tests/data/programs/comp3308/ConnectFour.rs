mod board;

use board::{Board, COLS};
use std::env;

const WIN: i32 = 10000;
const INFINITY: i32 = 1000000;

struct Search {
    board: Board,
    prune: bool,
    nodes: u64,
    column: i32,
}

impl Search {
    fn run(&mut self, depth: u32, red: bool, mut alpha: i32, mut beta: i32, root: bool) -> i32 {
        self.nodes += 1;
        let (r, y) = (self.board.runs(b'r'), self.board.runs(b'y'));
        if r[3] > 0 {
            return WIN;
        }
        if y[3] > 0 {
            return -WIN;
        }
        let value = r[0] + 10 * r[1] + 100 * r[2] - y[0] - 10 * y[1] - 100 * y[2];
        if depth == 0 {
            return value;
        }
        let mut best = if red { -INFINITY } else { INFINITY };
        let mut moved = false;
        for col in 0..COLS {
            let row = match self.board.landing(col) {
                Some(row) => row,
                None => continue,
            };
            moved = true;
            self.board.put(row, col, if red { b'r' } else { b'y' });
            let below = self.run(depth - 1, !red, alpha, beta, false);
            self.board.put(row, col, b'.');
            if (red && below > best) || (!red && below < best) {
                best = below;
                if root {
                    self.column = col;
                }
            }
            if !self.prune {
                continue;
            }
            if (red && best >= beta) || (!red && best <= alpha) {
                break;
            }
            if red {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
        }
        if moved { best } else { value }
    }
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let depth = args.get(4).map_or(5, |text| text.parse().unwrap());
    let mut search = Search {
        board: Board::new(&args[1]),
        prune: args.get(3).map_or(true, |name| name == "A"),
        nodes: 0,
        column: 0,
    };
    search.run(depth, args[2] == "red", -INFINITY, INFINITY, true);
    println!("{}", search.column);
    if args.len() > 3 {
        println!("{}", search.nodes);
    }
}
