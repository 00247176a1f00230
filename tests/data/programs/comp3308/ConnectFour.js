'use strict';

const { Grid, COLS } = require('./grid.js');

const WIN = 10000;
const [state, player, algorithm = 'A', depth = '5'] = process.argv.slice(2);
const grid = new Grid(state);
let nodes = 0, column = 0;

function search(depth, red, alpha, beta, root = false) {
  nodes++;
  const r = grid.runs('r'), y = grid.runs('y');
  if (r[3]) return WIN;
  if (y[3]) return -WIN;
  const value = r[0] + 10 * r[1] + 100 * r[2] - y[0] - 10 * y[1] - 100 * y[2];
  if (depth === 0) return value;
  let best = red ? -Infinity : Infinity;
  let moved = false;
  for (let col = 0; col < COLS; col++) {
    const row = grid.landing(col);
    if (row < 0) continue;
    moved = true;
    grid.rows[row][col] = red ? 'r' : 'y';
    const below = search(depth - 1, !red, alpha, beta);
    grid.rows[row][col] = '.';
    if (red ? below > best : below < best) {
      best = below;
      if (root) column = col;
    }
    if (algorithm !== 'A') continue;
    if (red ? best >= beta : best <= alpha) break;
    if (red) alpha = Math.max(alpha, best);
    else beta = Math.min(beta, best);
  }
  return moved ? best : value;
}

search(Number(depth), player === 'red', -Infinity, Infinity, true);
console.log(column);
if (process.argv.length > 4) console.log(nodes);
