function Interface()
  % An engine for COMP2230 by the book: two moves ahead.
  board = zeros(6, 7); player = 1;   % row 1 is the bottom
  while true
    line = next_line();
    if ~ischar(line), return; end
    words = strsplit(strtrim(line), ' ');
    switch words{1}
      case 'name'
        say('plain-c0000000');
      case 'isready'
        say('readyok');
      case 'position'
        board = zeros(6, 7); player = 1;
        if numel(words) > 2
          for c = words{3} - '0' + 1
            board(find(board(:, c) == 0, 1), c) = player;
            player = 3 - player;
          end
        end
      case 'go'
        [best, column] = search(board, player, 2);
        say(sprintf('info depth 2 score %d', best));
        say(sprintf('bestmove %d %d', column - 1, best));
      case 'perft'
        say(sprintf('perft %s %d', words{2}, perft(board, player, str2double(words{2}))));
      case 'quit'
        say('quitting');
        return;
    end
  end
end

function say(text)
  printf('%s\n', text);
  fflush(stdout);
end

function yes = won(board, row, col)
  % Whether the token at a place is one of four in a row.
  who = board(row, col);
  yes = true;
  steps = [0 1; 1 0; 1 1; 1 -1];
  for d = 1:4
    n = 1;
    for s = [1 -1]
      r = row + s * steps(d, 1); c = col + s * steps(d, 2);
      while r >= 1 && r <= 6 && c >= 1 && c <= 7 && board(r, c) == who
        n = n + 1; r = r + s * steps(d, 1); c = c + s * steps(d, 2);
      end
    end
    if n >= 4, return; end
  end
  yes = false;
end

function [best, column] = search(board, who, depth)
  best = -Inf; column = 1;
  for c = [4 3 5 2 6 1 7]
    row = find(board(:, c) == 0, 1);
    if isempty(row), continue; end
    next = board;
    next(row, c) = who;
    if won(next, row, c)
      value = 1000 + depth;
    elseif depth == 1 || all(next(6, :) ~= 0)
      value = 0;
    else
      value = -search(next, 3 - who, depth - 1);
    end
    if value > best, best = value; column = c; end
  end
  if best == -Inf, best = 0; end
end

function n = perft(board, who, depth)
  n = 1;
  if depth == 0, return; end
  for c = 1:7
    row = find(board(:, c) == 0, 1);
    if isempty(row), continue; end
    next = board;
    next(row, c) = who;
    if won(next, row, c)
      n = n + 1;
    else
      n = n + perft(next, 3 - who, depth - 1);
    end
  end
end

function line = next_line()
  % A line of the input as soon as it is there; no text at its end.
  try
    line = input('', 's');
  catch
    line = -1;
  end
end
