function maxconnect4(mode, source, third, depth)
  % maxconnect4('one-move','in.txt','out.txt','5'), by the book: alpha-beta to a depth.
  lines = all_lines();
  [board, player] = read_board(source);
  printf('\nMaxConnect-4 game\n\n');
  show(board, lines);
  depth = str2double(depth);
  if strcmp(mode, 'one-move')
    if any(board(:) == 0)
      board = computer(board, player, depth, lines);
      show(board, lines);
      write_board(third, board, 3 - player);
    end
    return;
  end
  computer_next = strncmp(third, 'computer', 8);
  while any(board(:) == 0)
    if computer_next
      board = computer(board, player, depth, lines);
      name = 'computer.txt';
    else
      c = ask(board);
      if c == 0, return; end
      board(find(board(:, c) == 0, 1, 'last'), c) = player;
      name = 'human.txt';
    end
    player = 3 - player;
    write_board(name, board, player);
    show(board, lines);
    computer_next = ~computer_next;
  end
end

function c = ask(board)
  % The column of a person, 0 at the end of the input.
  while true
    printf('Column (1-7): ');
    fflush(stdout);
    line = next_line();
    if ~ischar(line), c = 0; return; end
    c = str2double(line);
    if any(c == 1:7) && board(1, c) == 0, return; end
  end
end

function lines = all_lines()
  % The 69 lines as columns of indices into the board.
  lines = zeros(4, 0);
  steps = [0 1; 1 0; 1 1; 1 -1];
  for r = 1:6
    for c = 1:7
      for d = 1:4
        rr = r + (0:3) * steps(d, 1); cc = c + (0:3) * steps(d, 2);
        if all(rr <= 6) && all(cc >= 1) && all(cc <= 7)
          lines(:, end + 1) = (rr + (cc - 1) * 6)';
        end
      end
    end
  end
end

function [board, player] = read_board(name)
  board = zeros(6, 7); player = 1;
  file = fopen(name, 'r');
  if file < 0, return; end
  text = fread(file, Inf, 'char')';
  fclose(file);
  digits = text(text >= '0' & text <= '9') - '0';
  board = reshape(digits(1:42), 7, 6)';
  player = digits(43);
end

function write_board(name, board, player)
  file = fopen(name, 'w');
  for r = 1:6, fprintf(file, '%d', board(r, :)); fprintf(file, '\n'); end
  fprintf(file, '%d\n', player);
  fclose(file);
end

function show(board, lines)
  printf(' -----------------\n');
  for r = 1:6, printf(' |'); printf(' %d', board(r, :)); printf(' | \n'); end
  printf(' -----------------\nScore: Player 1 = %d, Player 2 = %d\n\n', ...
    points(board, 1, lines), points(board, 2, lines));
end

function n = points(board, who, lines)
  n = sum(all(board(lines) == who));
end

function board = computer(board, player, depth, lines)
  [~, c] = search(board, player, depth, -Inf, Inf, lines);
  board(find(board(:, c) == 0, 1, 'last'), c) = player;
  printf('\n\nmove %d: Player %d, column %d\n\n', nnz(board), player, c);
end

function [best, column] = search(board, who, depth, alpha, beta, lines)
  column = 0;
  open = find(board(1, :) == 0);
  if isempty(open)
    best = 100000 * (points(board, who, lines) - points(board, 3 - who, lines));
    return;
  end
  if depth == 0
    cells = board(lines);
    mine = sum(cells == who); theirs = sum(cells == 3 - who);
    worth = [0 1 4 16 100];
    best = sum(worth(mine(theirs == 0) + 1)) - sum(worth(theirs(mine == 0) + 1));
    return;
  end
  best = -Inf;
  for c = open
    next = board;
    next(find(board(:, c) == 0, 1, 'last'), c) = who;
    value = -search(next, 3 - who, depth - 1, -beta, -alpha, lines);
    if value > best || column == 0
      best = value; column = c;
    end
    if best >= beta, return; end
    alpha = max(alpha, best);
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
