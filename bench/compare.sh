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
  --also FLAGS    measures Cellkeeper with these JVM flags too, as a side of its own
  --cases LIST    default 1x1:create-delete,16x1:create-delete,64x4:create-delete,1x1:get,16x1:get,64x4:get
                  (connections x operations in flight each : create-delete, get or set)
  --rounds N      alternations (default 3)
  --seconds S     time measured for each case (default 6)
  --warmup S      time for each case before that is measured (default 1)
  --heat S        load right after a cell's start, to warm up its JVMs, in all (default 60)
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
also=
rounds=3 seconds=6 warmup=1 heat=60 data=100 heap=512m dir=${TMPDIR:-/tmp} raw=
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --only | --also | --cases | --rounds | --seconds | --warmup | --heat | --data | --heap | --dir | --raw)
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
[[ -z $also ]] || sides="$sides cellkeeper+"
for scenario in ${cases//,/ }; do
  [[ $scenario =~ ^[0-9]+x[0-9]+:(create-delete|get|set)$ ]] || die "no case: $scenario"
done
[[ -d $here/target/zookeeper-lib && -d $here/target/lib ]] || die "not built; run: mvn -pl bench package"
[[ $sides == zookeeper || -x $launcher ]] || die "no $launcher; --only zookeeper measures the other side"

# Builds it if it must, which would else count as slow to start.
[[ $sides == zookeeper ]] || "$launcher" --version >/dev/null || die "$launcher doesn't run"

work=$(mktemp -d "$dir/cellkeeper-compare.XXXXXX")
readonly work
# Of each side: the process ids of its servers, and their addresses.
declare -A pids_of connect_of
load_pid=

# Ends what this script started, by process id: politely, then for sure.
stop_cell() {
  local pid tries
  for pid in ${pids_of[$1]:-}; do
    kill "$pid" 2>/dev/null || true
    kill -CONT "$pid" 2>/dev/null || true
  done
  for pid in ${pids_of[$1]:-}; do
    for ((tries = 0; tries < 100; tries++)); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  unset "pids_of[$1]"
}

clean_up() {
  trap - EXIT INT TERM
  local side
  [[ -z $load_pid ]] || kill "$load_pid" 2>/dev/null || true
  for side in "${!pids_of[@]}"; do
    stop_cell "$side"
  done
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

# Starts three servers on an empty disk, waits until they serve and warms them up.
start_cell() {
  local side=$1 home=$work/$1 i scenario shape op part
  local flags="-Xms$heap -Xmx$heap -XX:+UseG1GC -XX:+PerfDisableSharedMem"
  [[ $side != cellkeeper+ ]] || flags="$flags $also"
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
    pids_of[$side]="${pids_of[$side]:-} $!"
  done
  connect_of[$side]=$(IFS=,; echo "${addresses[*]}")
  await_serving "$side"
  # What is measured later: few in flight and many, writes and reads.
  part=$(awk "BEGIN { print $heat / 4 }")
  for scenario in 1x1:create-delete 16x1:create-delete 64x4:create-delete 64x4:get; do
    shape=${scenario%:*} op=${scenario#*:}
    load --connections "${shape%x*}" --pipeline "${shape#*x}" --op "$op" --seconds "$part" >/dev/null ||
      die "$side: heating with $scenario failed"
  done
}

# Until a session on each server can write.
await_serving() {
  local side=$1 deadline=$((SECONDS + start_seconds)) pid
  connect=${connect_of[$side]}
  until load --connections $servers --op create-delete --seconds 0.2 --patience 3 >"$work/start" 2>&1; do
    for pid in ${pids_of[$side]}; do
      kill -0 "$pid" 2>/dev/null || { tail -n 20 "$work/$side"/*/log >&2; die "a server of $side ended"; }
    done
    ((SECONDS < deadline)) || { cat "$work/start" >&2; die "$side doesn't serve after $start_seconds s"; }
    sleep 0.3
  done
}

# Stops the processes of one side where they are, so that another has the machine to itself.
pause_cell() {
  local pid
  for pid in ${pids_of[$1]}; do
    kill -STOP "$pid"
  done
}

resume_cell() {
  local pid
  for pid in ${pids_of[$1]}; do
    kill -CONT "$pid"
  done
  await_serving "$1"
}

figure() {
  sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$work/run"
}

# One case on one side, with the others paused.
measure() {
  local side=$1 round=$2 scenario=$3 shape=${3%:*} op=${3#*:} turn addresses pid_list
  resume_cell "$side"
  # Each round begins with another server, so that the lone connection of 1x1 doesn't always meet the leader, or never.
  turn=$(((round - 1) % servers))
  IFS=, read -r -a addresses <<<"${connect_of[$side]}"
  connect=$(IFS=,; echo "${addresses[*]:turn},${addresses[*]:0:turn}")
  connect=${connect%,}
  pid_list=$(tr -s ' ' , <<<"${pids_of[$side]# }")
  load --connections "${shape%x*}" --pipeline "${shape#*x}" --op "$op" --warmup "$warmup" --seconds "$seconds" \
    --server-pids "$pid_list" >"$work/run" || die "$side: $scenario failed; no figures"
  echo "$side $scenario $round $(figure opsPerSecond) $(figure p50Us) $(figure p99Us) $(figure maxUs)" \
    "$(figure serverCpuUsPerOp) $(figure clientCpuUsPerOp)" | tee -a "$work/raw" |
    awk '{ printf "%-11s %-20s round %d: %8.0f ops/s, p50 %.2f ms, p99 %.2f ms, %.1f us CPU/op\n",
      $1, $2, $3, $4, $5 / 1e3, $6 / 1e3, $8 }' >&2
  pause_cell "$side"
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
      printf "%-20s %-11s %9.0f %8.2f %8.2f %9.1f %10.1f\n", label, side, median(side, name, 4),
        median(side, name, 5) / 1e3, median(side, name, 6) / 1e3, median(side, name, 8), median(side, name, 9)
    }
    function ratio(name, column) {
      return median("cellkeeper", name, column) / median("zookeeper", name, column)
    }
    function alsoRatio(name, column) {
      return median("cellkeeper+", name, column) / median("cellkeeper", name, column)
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
        line("", name, "cellkeeper+")
        if (count["cellkeeper+", name] && count["cellkeeper", name])
          printf "%-20s %-10s %9.2f %8.2f %8.2f %9.2f\n", "", "+ ratio", alsoRatio(name, 4), alsoRatio(name, 5),
            alsoRatio(name, 6), alsoRatio(name, 8)
      }
    }' "$work/raw"
}

for side in $sides; do
  start_cell "$side"
  pause_cell "$side"
done
for ((round = 1; round <= rounds; round++)); do
  # Every other round in reverse, so that a drift of the machine doesn't favour a side.
  order=$sides
  ((round % 2)) || order=$(tr ' ' '\n' <<<"$sides" | tac | tr '\n' ' ')
  for scenario in ${cases//,/ }; do
    for side in $order; do
      measure "$side" "$round" "$scenario"
    done
  done
done
echo "Medians of $rounds rounds of $seconds s, $servers servers with $heap heap on one machine of $(nproc) cores," \
  "$data bytes of data, $(stat -f -c %T "$work"), load average at the end $(cut -d' ' -f1 /proc/loadavg)"
table
[[ -z $raw ]] || cp "$work/raw" "$raw"
