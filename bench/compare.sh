#!/usr/bin/env bash
# Measures Cellkeeper beside stock ZooKeeper on this machine. How to read the table: README.md.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly here
readonly launcher=$here/../bin/cellkeeper
readonly servers=3
readonly start_seconds=60

usage() {
  cat <<'TEXT'
Usage: bench/compare.sh [options]
  --only zookeeper|cellkeeper  measure one side
  --cases LIST    default 1x1:create-delete,16x1:create-delete,64x4:create-delete,1x1:get,16x1:get,64x4:get
                  (connections x operations in flight each : create-delete, get or set)
  --rounds N      alternations (default 3)
  --seconds S     time measured for each case (default 6)
  --warmup S      time for each case before that is measured (default 1)
  --heat S        load right after a cell's start, to warm up its JVMs, for writes and reads each (default 10)
  --data BYTES    data of a node (default 100)
  --heap SIZE     heap of each server (default 512m)
  --dir DIR       where the temporary directory is made (default $TMPDIR or /tmp); not on a tmpfs
  --raw FILE      also writes each run's figures there: side, case, round, ops/s, p50, p99, max, CPU (us)
TEXT
}

die() {
  echo "compare: $*" >&2
  exit 1
}

sides="zookeeper cellkeeper"
cases=1x1:create-delete,16x1:create-delete,64x4:create-delete,1x1:get,16x1:get,64x4:get
rounds=3 seconds=6 warmup=1 heat=10 data=100 heap=512m dir=${TMPDIR:-/tmp} raw=
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --only | --cases | --rounds | --seconds | --warmup | --heat | --data | --heap | --dir | --raw)
      (($# >= 2)) || die "$1 needs a value"
      case $1 in
        --only)
          [[ $2 == zookeeper || $2 == cellkeeper ]] || die "--only zookeeper or cellkeeper, not $2"
          sides=$2 ;;
        *) printf -v "${1#--}" %s "$2" ;;
      esac
      shift 2 ;;
    *) usage >&2; exit 2 ;;
  esac
done
for scenario in ${cases//,/ }; do
  [[ $scenario =~ ^[0-9]+x[0-9]+:(create-delete|get|set)$ ]] || die "no case: $scenario"
done
[[ -d $here/target/zookeeper-lib && -d $here/target/lib ]] || die "not built; run: mvn -pl bench package"
[[ $sides == zookeeper || -x $launcher ]] || die "no $launcher; --only zookeeper measures the other side"

# Builds it if it must, which would else count as slow to start.
[[ $sides == zookeeper ]] || "$launcher" --version >/dev/null || die "$launcher doesn't run"

work=$(mktemp -d "$dir/cellkeeper-compare.XXXXXX")
readonly work
pids=() load_pid=

# Ends what this script started, by process id: politely, then for sure.
stop_cell() {
  local pid tries
  for pid in "${pids[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  for pid in "${pids[@]}"; do
    for ((tries = 0; tries < 100; tries++)); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  pids=()
}

clean_up() {
  trap - EXIT INT TERM
  [[ -z $load_pid ]] || kill "$load_pid" 2>/dev/null || true
  stop_cell
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# In the background, so that a signal is handled at once and not after the run.
load() {
  "$here/bench" load --connect "$connect" --data "$data" --json "$@" &
  load_pid=$!
  local status=0
  wait "$load_pid" || status=$?
  load_pid=
  return $status
}

cat >"$work/logback.xml" <<'TEXT'
<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d %-5level [%thread] %logger{0}: %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="out"/></root>
</configuration>
TEXT

# Writes the three files zoo.cfg and myid: the same for both sides but for what only one of them knows.
configure() {
  local side=$1 home=$2 ports i
  mapfile -t ports < <("$here/bench" free-ports $((3 * servers)))
  ((${#ports[@]} == 3 * servers)) || die "no free ports"
  addresses=()
  for ((i = 0; i < servers; i++)); do
    mkdir -p "$home/$i/data"
    echo $((i + 1)) >"$home/$i/data/myid"
    addresses+=("127.0.0.1:${ports[i]}")
    {
      echo tickTime=2000
      echo initLimit=10
      echo syncLimit=5
      echo maxClientCnxns=0
      echo "dataDir=$home/$i/data"
      echo "clientPort=${ports[i]}"
      echo clientPortAddress=127.0.0.1
      echo admin.enableServer=false
      for ((j = 0; j < servers; j++)); do
        echo "server.$((j + 1))=127.0.0.1:${ports[servers + j]}:${ports[2 * servers + j]}"
      done
    } >"$home/$i/zoo.cfg"
  done
}

# Starts three servers on an empty disk and waits until a session on each of them can write.
start_cell() {
  local side=$1 home=$2 i deadline
  local flags="-Xms$heap -Xmx$heap -XX:+UseG1GC -XX:+PerfDisableSharedMem"
  configure "$side" "$home"
  for ((i = 0; i < servers; i++)); do
    if [[ $side == zookeeper ]]; then
      # shellcheck disable=SC2086 # flags are words
      java $flags -Dlogback.configurationFile="$work/logback.xml" -cp "$here/target/zookeeper-lib/*" \
        org.apache.zookeeper.server.quorum.QuorumPeerMain "$home/$i/zoo.cfg" >"$home/$i/log" 2>&1 &
    else
      # The launcher replaces itself by its JVM, so that this process id is the server's.
      SERVER_JVMFLAGS=$flags "$launcher" server "$home/$i/zoo.cfg" >"$home/$i/log" 2>&1 &
    fi
    pids+=($!)
  done
  connect=$(IFS=,; echo "${addresses[*]}")
  deadline=$((SECONDS + start_seconds))
  until load --connections $servers --op create-delete --seconds 0.2 --patience 3 >"$home/start" 2>&1; do
    for ((i = 0; i < servers; i++)); do
      kill -0 "${pids[i]}" 2>/dev/null || { tail -n 20 "$home/$i/log" >&2; die "$side server $((i + 1)) ended"; }
    done
    ((SECONDS < deadline)) || { cat "$home/start" >&2; die "$side doesn't serve after $start_seconds s"; }
    sleep 0.3
  done
}

figure() {
  sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$work/run"
}

# One side, one round: start, heat, each case, stop.
measure() {
  local side=$1 round=$2 scenario shape op turn pid_list
  local home=$work/$side-$round
  start_cell "$side" "$home"
  for op in create-delete get; do
    load --connections 64 --pipeline 4 --op $op --seconds "$heat" >/dev/null || die "$side: heating with $op failed"
  done
  # Each round begins with another server, so that the lone connection of 1x1 doesn't always meet the leader, or never.
  turn=$(((round - 1) % servers))
  connect=$(IFS=,; echo "${addresses[*]:turn},${addresses[*]:0:turn}")
  connect=${connect%,}
  pid_list=$(IFS=,; echo "${pids[*]}")
  for scenario in ${cases//,/ }; do
    shape=${scenario%:*} op=${scenario#*:}
    load --connections "${shape%x*}" --pipeline "${shape#*x}" --op "$op" --warmup "$warmup" --seconds "$seconds" \
      --server-pids "$pid_list" >"$work/run" || die "$side: $scenario failed; no figures"
    echo "$side $scenario $round $(figure opsPerSecond) $(figure p50Us) $(figure p99Us) $(figure maxUs)" \
      "$(figure serverCpuUsPerOp) $(figure clientCpuUsPerOp)" | tee -a "$work/raw" |
      awk '{ printf "%-10s %-20s round %d: %8.0f ops/s, p50 %.2f ms, p99 %.2f ms, %.1f us CPU/op\n",
        $1, $2, $3, $4, $5 / 1e3, $6 / 1e3, $8 }' >&2
  done
  stop_cell
  rm -rf "$home"
}

table() {
  awk -v cases="$cases" '
    function median(side, name, column,    n, i, j, t, v) {
      n = count[side, name]
      for (i = 1; i <= n; i++) v[i] = value[side, name, column, i]
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
      return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
    }
    function line(label, name, side) {
      if (!count[side, name]) return
      printf "%-20s %-10s %9.0f %8.2f %8.2f %9.1f %10.1f\n", label, side, median(side, name, 4),
        median(side, name, 5) / 1e3, median(side, name, 6) / 1e3, median(side, name, 8), median(side, name, 9)
    }
    function ratio(name, column) {
      return median("cellkeeper", name, column) / median("zookeeper", name, column)
    }
    { n = ++count[$1, $2]; for (c = 4; c <= 9; c++) value[$1, $2, c, n] = $c }
    END {
      printf "%-20s %-10s %9s %8s %8s %9s %10s\n", "case", "", "ops/s", "p50 ms", "p99 ms", "CPU us/op", "client CPU"
      total = split(cases, names, ",")
      for (i = 1; i <= total; i++) {
        name = names[i]
        line(name, name, "zookeeper")
        line(count["zookeeper", name] ? "" : name, name, "cellkeeper")
        if (count["zookeeper", name] && count["cellkeeper", name])
          printf "%-20s %-10s %9.2f %8.2f %8.2f %9.2f\n", "", "ratio", ratio(name, 4), ratio(name, 5),
            ratio(name, 6), ratio(name, 8)
      }
    }' "$work/raw"
}

for ((round = 1; round <= rounds; round++)); do
  # Every other round in reverse, so that a drift of the machine doesn't favour a side.
  order=$sides
  ((round % 2)) || [[ $sides != *" "* ]] || order="${sides#* } ${sides% *}"
  for side in $order; do
    measure "$side" "$round"
  done
done
echo "Medians of $rounds rounds of $seconds s, $servers servers with $heap heap on one machine of $(nproc) cores," \
  "$data bytes of data, $(stat -f -c %T "$work"), load average at the end $(cut -d' ' -f1 /proc/loadavg)"
table
[[ -z $raw ]] || cp "$work/raw" "$raw"
