function ConnectFour(state, player, method, depth)
  % Called as ConnectFour('<state>','red','A','4'), or without the last two.
  rows = strsplit(state, ',');
  board = vertcat(rows{:});   % row 1 is the bottom
  plain = nargin < 3;
  if plain
    method = 'A'; depth = '2';
  end
  [~, column, nodes] = search(board, strcmp(player, 'red'), str2double(depth), -Inf, Inf, method == 'A');
  fprintf('%d\n', column);
  if ~plain
    fprintf('%d\n', nodes);
  end
end

function [best, column, nodes] = search(board, red, depth, alpha, beta, prune)
  nodes = 1; column = 0;
  r = runs(board, 'r'); y = runs(board, 'y');
  best = sum([1 10 100] .* (r(1:3) - y(1:3)));
  if r(4), best = 10000; return; end
  if y(4), best = -10000; return; end
  if depth == 0 || all(board(6, :) ~= '.'), return; end
  colours = 'yr';
  best = Inf;
  if red, best = -Inf; end
  for c = 1:7
    row = find(board(:, c) == '.', 1);
    if isempty(row), continue; end
    next = board;
    next(row, c) = colours(1 + red);
    [below, ~, more] = search(next, ~red, depth - 1, alpha, beta, prune);
    nodes = nodes + more;
    if (red && below > best) || (~red && below < best)
      best = below;
      column = c - 1;
    end
    if prune
      if (red && best >= beta) || (~red && best <= alpha), break; end
      if red, alpha = max(alpha, best); else, beta = min(beta, best); end
    end
  end
end

function found = runs(board, who)
  % Stones, runs of two, runs of three, runs of four or more.
  mine = double(board == who);
  found = [sum(mine(:)) 0 0 0];
  steps = [0 1; 1 0; 1 1; 1 -1];
  wide = zeros(14, 15);
  wide(5:10, 5:11) = mine;
  for d = 1:4
    dr = steps(d, 1); dc = steps(d, 2);
    first = wide(5:10, 5:11) & ~wide((5:10) - dr, (5:11) - dc);
    length_ = double(first); going = first;
    for n = 1:3
      going = going & wide(min((5:10) + n * dr, 14), max(min((5:11) + n * dc, 15), 1));
      length_ = length_ + going;
    end
    for n = 2:4
      found(n) = found(n) + sum(length_(:) == n);
    end
  end
end
