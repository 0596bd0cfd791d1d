#!/usr/bin/env bash
# Records a running server with Flight Recorder under load and prints its top frames. How to read it: README.md.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly here

usage() {
  cat <<'TEXT'
Usage: bench/profile.sh --pid PID [options] -- <arguments of bench load>
  --pid PID      the server to record, a JVM of this user
  --seconds S    time recorded, under load (default 20)
  --warmup S     the same load before that (default 5)
  --top N        lines of each list (default 25)
  --package P    whose methods are listed by samples anywhere below them (default io.cellkeeper)
  --out FILE     keeps the recording there (default: removed)
The load gets its --seconds and --server-pids from here.
TEXT
}

die() {
  echo "profile: $*" >&2
  exit 1
}

pid= seconds=20 warmup=5 top=25 package=io.cellkeeper out=
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    --pid | --seconds | --warmup | --top | --package | --out)
      (($# >= 2)) || die "$1 needs a value"
      printf -v "${1#--}" %s "$2"
      shift 2 ;;
    *) usage >&2; exit 2 ;;
  esac
done
[[ -n $pid && $# -gt 0 ]] || { usage >&2; exit 2; }
kill -0 "$pid" 2>/dev/null || die "no process $pid"

work=$(mktemp -d "${TMPDIR:-/tmp}/cellkeeper-profile.XXXXXX")
readonly work
name=bench-$$ recording=false load_pid=

clean_up() {
  trap - EXIT INT TERM
  [[ -z $load_pid ]] || kill "$load_pid" 2>/dev/null || true
  ! $recording || jcmd "$pid" JFR.stop name="$name" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# In the background, so that a signal is handled at once.
load() {
  "$here/bench" load "$@" &
  load_pid=$!
  wait "$load_pid" || die "the load failed"
  load_pid=
}

load "$@" --seconds "$warmup" >/dev/null
# A recording takes a while to start: not beside the load that is measured.
recording=true
jcmd "$pid" JFR.start name="$name" settings=profile >"$work/jcmd" || die "$(cat "$work/jcmd")"
load "$@" --seconds "$seconds" --server-pids "$pid" >"$work/load"
jcmd "$pid" JFR.stop name="$name" filename="$work/recording.jfr" >"$work/jcmd" || die "$(cat "$work/jcmd")"
recording=false
[[ -z $out ]] || cp "$work/recording.jfr" "$out"

# A line for each sample: thread, then the frames from the top down, separated by tabs.
jfr print --events jdk.ExecutionSample --stack-depth 64 "$work/recording.jfr" | awk '
  /^jdk\./ { frames = ""; thread = "?"; inStack = 0 }
  /sampledThread = / { split($0, part, "\""); thread = part[2] }
  /stackTrace = \[/ { inStack = 1; next }
  inStack && /^ *\]/ { inStack = 0; next }
  inStack && !/\.\.\./ { sub(/^ +/, ""); sub(/ *line:.*/, ""); sub(/\(.*/, ""); frames = frames "\t" $0 }
  /^}/ { print thread frames }
' >"$work/samples"

# A line for each sampled allocation: bytes it stands for, class, the frame that allocates, our nearest frame.
jfr print --events jdk.ObjectAllocationSample --stack-depth 64 "$work/recording.jfr" | awk -v package="$package" '
  /^jdk\./ { inStack = 0; frame = "?"; own = "?"; depth = 0 }
  /objectClass = / { class = $3 }
  /weight = / { bytes = $3 * ($4 == "kB" ? 1024 : $4 == "MB" ? 1048576 : $4 == "GB" ? 1073741824 : 1) }
  /stackTrace = \[/ { inStack = 1; next }
  inStack && /^ *\]/ { inStack = 0; next }
  inStack && !/\.\.\./ {
    sub(/^ +/, ""); sub(/ *line:.*/, ""); sub(/\(.*/, "")
    if (!depth++) frame = $0
    if (own == "?" && index($0, package) == 1) own = $0
  }
  /^}/ { print bytes "\t" class "\t" frame "\t" own }
' >"$work/allocations"

# Reads "weight <tab> name" lines and prints the heaviest names with their share of the given total.
shares() {
  awk -F '\t' -v total="$1" '
    { sum[$2] += $1 }
    END { for (name in sum) printf "%.0f\t%5.1f %%  %s\n", sum[name], total ? 100 * sum[name] / total : 0, name }
  ' | sort -t $'\t' -k1,1nr -k2 | head -n "$top" | cut -f2
}

cat "$work/load"
samples=$(wc -l <"$work/samples")
bytes=$(awk -F '\t' '{ sum += $1 } END { printf "%.0f", sum }' "$work/allocations")
echo
echo "== $samples samples, by thread (digits as #) =="
awk -F '\t' '{ gsub(/[0-9]+/, "#", $1); print 1 "\t" $1 }' "$work/samples" | shares "$samples"
echo
echo "== by the frame on top =="
awk -F '\t' '{ print 1 "\t" (NF > 1 ? $2 : "?") }' "$work/samples" | shares "$samples"
echo
echo "== by method of $package anywhere in the stack =="
awk -F '\t' -v package="$package" '{
  split("", seen)
  for (i = 2; i <= NF; i++) if (index($i, package) == 1 && !($i in seen)) { seen[$i] = 1; print 1 "\t" $i }
}' "$work/samples" | shares "$samples"
echo
echo "== $((bytes >> 20)) MB allocated (estimated), by class =="
cut -f1,2 "$work/allocations" | shares "$bytes"
echo
echo "== by allocating frame =="
cut -f1,3 "$work/allocations" | shares "$bytes"
echo
echo "== by nearest method of $package =="
cut -f1,4 "$work/allocations" | shares "$bytes"
