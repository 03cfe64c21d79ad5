# Ways of escaping that a shell can't do by itself. Usage: work.pl WAY FOLDER [NUMBER]
use strict;
use warnings;
use POSIX ();
use Time::HiRes qw(sleep time);

my ($way, $dir, $number) = @ARGV;
my $until = time + 40;

sub sign {
  open(my $stat, '<', "/proc/$$/stat") or return;
  my $line = <$stat>;
  $line =~ s/^.*\) //s;
  my @fields = split / /, $line;
  open(my $out, '>>', "$dir/workers") or return;
  syswrite $out, "$$ $fields[19]\n";
}

sub beat {
  sign();
  while (time < $until && -d $dir) {
    if (open(my $out, '>>', "$dir/beat")) { syswrite $out, '.'; close $out }
    sleep 0.05;
  }
  POSIX::_exit(0);
}

sub child { my $pid = fork; return $pid if $pid; $_[0]->(); POSIX::_exit(0) }

my %ways = (
  # As a system daemon starts: two forks, a session of its own, folder /, all files closed.
  daemon => sub {
    child(sub {
      POSIX::setsid();
      child(sub {
        chdir '/';
        POSIX::close($_) for 0 .. 63;
        beat();
      });
    });
  },
  title => sub { child(sub { POSIX::setsid(); $0 = 'kworker/0:1-events'; beat() }) },
  # Each link forks the next and ends at once, so a list of processes is old when it is read.
  chain => sub {
    my $pause = $number / 1e6;
    child(sub {
      POSIX::setsid();
      sign();
      while (time < $until && -d $dir) {
        if (open(my $out, '>>', "$dir/beat")) { syswrite $out, '.'; close $out }
        sleep $pause;
        my $pid = fork;
        next unless defined $pid;
        POSIX::_exit(0) if $pid;
      }
    });
  },
  deaf => sub { child(sub { $SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT USR1 USR2 ALRM PIPE TSTP TTIN TTOU); beat() }) },
  zombies => sub {
    child(sub {
      for (1 .. 20) { child(sub { }) }
      beat();
    });
  },
  # The main thread ends, so the process looks like a zombie, while another thread works on.
  'thread-after-main' => sub {
    require threads;
    child(sub {
      threads->create(\&beat)->detach;
      sleep 0.05;
      syscall(60, 0);
    });
  },
  # A child of a thread that isn't the main one.
  'thread-child' => sub {
    require threads;
    child(sub {
      threads->create(sub { child(\&beat); sleep 1 while time < $until })->detach;
      sleep 1 while time < $until;
    });
  },
  # Two that wake each other whenever one is stopped.
  wakers => sub {
    child(sub {
      my $first = $$;
      my $second = child(sub { while (time < $until && -d $dir) { kill CONT => $first; sleep 0.001 } });
      child(sub { while (time < $until && -d $dir) { kill CONT => $second; sleep 0.001 } });
      beat();
    });
  },
  # A sub-reaper of its own between the work and whoever holds it.
  reaper => sub {
    child(sub {
      syscall(157, 36, 1, 0, 0, 0);
      child(sub { POSIX::setsid(); child(\&beat) });
      sleep 1 while time < $until;
    });
  },
  tree => sub {
    my $left = $number - 1;
    child(sub {
      POSIX::setsid();
      for (1 .. $left) { defined(child(sub { POSIX::pause() while time < $until })) or last }
      beat();
    });
  },
  deep => sub {
    my $down;
    $down = sub { my $level = shift; return beat() if $level == 0; child(sub { $down->($level - 1) }); POSIX::pause() while time < $until };
    child(sub { $down->($number) });
  },
  # Every one of a growing family forks until there are enough of them.
  family => sub {
    child(sub {
      POSIX::setsid();
      my $level = 0;
      while ($level++ < $number) { fork }
      beat();
    });
  },
);

$ways{$way}->();
