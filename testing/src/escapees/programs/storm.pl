# A storm of processes, the same for the same seed: each does a few things at random, and shares its strength
# among its children, so that a storm has an end. Usage: storm.pl SEED STRENGTH FOLDER
use strict;
use warnings;
use POSIX ();
use Time::HiRes qw(sleep time);

my ($seed, $strength, $dir, $until) = @ARGV;
$until ||= time + 30;
my $state = $seed;
sub chance { $state = ($state * 1103515245 + 12345) % 2147483648; return ($state >> 8) % $_[0] }

sub sign {
  open(my $stat, '<', '/proc/self/stat') or return;
  my $line = <$stat>;
  $line =~ s/^.*\) //s;
  my @fields = split / /, $line;
  open(my $out, '>>', "$dir/workers") or return;
  syswrite $out, "$$ $fields[19]\n";
}

my @moves = (
  sub { POSIX::setsid() },
  sub { $SIG{$_} = 'IGNORE' for qw(TERM INT HUP) },
  sub { $0 = ('bash', 'node', 'kworker', 'systemd')[chance(4)] },
  sub { chdir '/' },
  sub { POSIX::close($_) for 0 .. 2 },
  sub { kill STOP => $$ if chance(4) == 0 },
  sub { $SIG{CHLD} = chance(2) ? 'IGNORE' : 'DEFAULT' },
  sub { $SIG{TERM} = sub { fork } },
  sub { %ENV = (PATH => $ENV{PATH}); exec $^X, $0, $state, $strength, $dir, $until if $strength > 1 && -f $0 && chance(3) == 0 },
  sub {
    for my $root ('/sys/fs/cgroup/unified', '/sys/fs/cgroup') {
      open(my $out, '>', "$root/cgroup.procs") or next;
      syswrite $out, $$;
      last;
    }
  },
  sub { sleep chance(3000) / 1e6 },
);

sign();
while (time < $until && -d $dir) {
  $moves[chance(scalar @moves)]->();
  if ($strength > 1 && chance(2)) {
    my $share = 1 + chance($strength - 1);
    my $child = fork;
    next unless defined $child;
    if ($child == 0) {
      $strength = $share;
      $state = ($state ^ ($share * 2654435761)) % 2147483648;
      sign();
      next;
    }
    $strength -= $share;
    POSIX::_exit(0) if chance(5) == 0;
    kill((chance(2) ? 'CONT' : 'STOP') => $child) if chance(3) == 0;
  } elsif ($strength <= 1) {
    sleep 0.02;
  }
}
POSIX::_exit(0);
