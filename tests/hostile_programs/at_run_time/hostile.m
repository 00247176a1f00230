function hostile(deed, varargin)
  % Hostile deeds in the way of MATLAB, for GNU Octave: hostile('DEED', 'ARGUMENTS').
  switch deed
    case 'memory_bomb'
      kept = {};
      while true
        kept{end + 1} = ones(1024, 1024);
      end
    case 'one_large_piece'
      x = ones(1e6, 1e6);
    case 'shell'
      try
        [status, text] = system('echo ESCAPED');
        printf('no shell %d %s\n', status, text);
      catch problem
        printf('no shell\n');
      end
    case 'read_host'
      for name = [varargin, {'/etc/shadow', '/proc/1/cmdline'}]
        if fopen(name{1}) >= 0
          printf('ESCAPED: %s\n', name{1});
        end
      end
      printf('read\n');
    case 'write_host'
      for name = {'/box/new', '/new', '/usr/new'}
        if fopen(name{1}, 'w') >= 0
          printf('ESCAPED: %s\n', name{1});
        end
      end
      printf('written\n');
    case 'network'
      try
        urlread('http://127.0.0.1/');
        printf('ESCAPED\n');
      catch problem
        printf('no network\n');
      end
    case 'flood'
      while true
        printf('a flood of lines\n');
      end
    case 'spin'
      while true
      end
    case 'fail'
      error('a wrong move');
  end
end
