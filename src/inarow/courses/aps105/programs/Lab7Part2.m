function Lab7Part2()
  % APS105 Lab 7, part 2, by the book: minimax over the squares that matter most, one stone of each
  % side deep, with a worth for every six squares in line that one colour has to itself.
  printf('Enter board dimensions (n): '); fflush(stdout);
  n = str2double(next_line());
  board = zeros(n);  % 1 black, -1 white
  show(board);
  printf('Computer playing B or W?: '); fflush(stdout);
  if strtrim(next_line()) == 'B', computer = 1; else, computer = -1; end
  stone = 1;
  while any(board(:) == 0)
    if stone == computer
      [~, square] = search(board, stone, 2);
      [row, col] = ind2sub(size(board), square);
      printf('Computer lays a stone at ROW %d COL %d.\n', row - 1, col - 1);
    else
      while true
        printf('Lay down a stone (ROW COL): '); fflush(stdout);
        line = next_line();
        if ~ischar(line), return; end
        place = sscanf(line, '%d') + 1;
        row = place(1); col = place(2);
        if board(row, col) == 0, break; end
        printf('That square is occupied.\n');
      end
    end
    board(row, col) = stone;
    show(board);
    if won(board, stone)
      if stone == 1, printf('Black player wins.\n'); else, printf('White player wins.\n'); end
      fflush(stdout);
      return;
    end
    stone = -stone;
  end
  printf('Draw!\n'); fflush(stdout);
end

function show(board)
  letters = 'WUB';
  printf('%s', [letters(board + 2), repmat("\n", rows(board), 1)].');
  fflush(stdout);
end

function masks = lines_of_six()
  masks = {ones(1, 6), ones(6, 1), eye(6), fliplr(eye(6))};
end

function [value, square] = search(board, stone, depth)
  % The most that a side gains with so many stones to come, and its square.
  tried = 6;
  gain = gains(board, stone);
  [sorted, order] = sort(gain(:), 'descend');
  value = sorted(1); square = order(1);
  if isinf(value), value = 0; end  % no square is free
  if depth == 1 || value >= 500000, return; end
  value = -Inf;
  for k = 1:min(tried, sum(board(:) == 0))
    board(order(k)) = stone;
    after = sorted(k) - search(board, -stone, depth - 1);
    board(order(k)) = 0;
    if after > value, value = after; square = order(k); end
  end
end

function gain = gains(board, stone)
  % What a stone gains on each free square: its own lines grow, and those of the other colour are
  % worth nothing any more.
  worth = [0 1 10 60 300 3000 1000000];  % by the number of its stones
  more = [diff(worth) 0];
  gain = zeros(size(board));
  for mask = lines_of_six()
    mine = conv2(double(board == stone), mask{1}, 'valid');
    theirs = conv2(double(board == -stone), mask{1}, 'valid');
    of_line = (theirs == 0) .* more(mine + 1) + (mine == 0) .* worth(theirs + 1);
    gain += conv2(of_line, mask{1}, 'full');
  end
  gain(board ~= 0) = -Inf;
end

function yes = won(board, stone)
  yes = false;
  for mask = lines_of_six()
    yes = yes || any(any(conv2(double(board == stone), mask{1}, 'valid') == 6));
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
