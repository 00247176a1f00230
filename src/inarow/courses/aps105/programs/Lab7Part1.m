function Lab7Part1()
  % APS105 Lab 7, part 1, by the sheet.
  printf('Enter board dimensions (n): '); fflush(stdout);
  n = str2double(next_line());
  board = repmat('U', n, n);
  show(board);
  printf('Computer playing B or W?: '); fflush(stdout);
  computer = strtrim(next_line());
  stone = 'B';
  for k = 1:n * n
    if stone == computer
      [row, col] = choose(board, stone);
      printf('Computer lays a stone at ROW %d COL %d.\n', row - 1, col - 1);
    else
      while true
        printf('Lay down a stone (ROW COL): '); fflush(stdout);
        line = next_line();
        if ~ischar(line), return; end
        place = sscanf(line, '%d') + 1;
        row = place(1); col = place(2);
        if board(row, col) == 'U', break; end
        printf('That square is occupied.\n');
      end
    end
    length_ = longest(board, row, col, stone);
    board(row, col) = stone;
    show(board);
    if length_ >= 6
      if stone == 'B', printf('Black player wins.\n'); else, printf('White player wins.\n'); end
      fflush(stdout);
      return;
    end
    stone = other(stone);
  end
  printf('Draw!\n'); fflush(stdout);
end

function s = other(stone)
  if stone == 'B', s = 'W'; else, s = 'B'; end
end

function show(board)
  for r = 1:rows(board), printf('%s\n', board(r, :)); end
  fflush(stdout);
end

function [row, col] = choose(board, stone)
  % The longest line of each reply is found once: a stone elsewhere does not change it.
  n = rows(board);
  replies = zeros(n); mine = zeros(n);
  for r = 1:n
    for c = 1:n
      if board(r, c) == 'U'
        mine(r, c) = longest(board, r, c, stone);
        replies(r, c) = longest(board, r, c, other(stone));
      end
    end
  end
  best = -Inf; row = 0; col = 0;
  for r = 1:n
    for c = 1:n
      if board(r, c) ~= 'U', continue; end
      rest = replies;
      rest(r, c) = 0;
      score = mine(r, c) - max(rest(:));
      if score > best, best = score; row = r; col = c; end
    end
  end
end

function most = longest(board, row, col, stone)
  most = 0; n = rows(board);
  steps = [0 1; 1 0; 1 1; 1 -1];
  for d = 1:4
    length_ = 1;
    for s = [1 -1]
      r = row + s * steps(d, 1); c = col + s * steps(d, 2);
      while r >= 1 && r <= n && c >= 1 && c <= n && board(r, c) == stone
        length_ = length_ + 1; r = r + s * steps(d, 1); c = c + s * steps(d, 2);
      end
    end
    most = max(most, length_);
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
