#!/usr/bin/env bash
# Measures how long a cell accepts no writes when its leader goes, beside stock ZooKeeper. How to read it: README.md.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly here
readonly launcher=$here/../bin/cellkeeper
readonly start_seconds=60

usage() {
  cat <<'TEXT'
Usage: bench/failover.sh [options]
  --only zookeeper|cellkeeper  measure one side
  --fault kill|freeze|roll  kill -9 of the leader (default), SIGSTOP of the leader for good, or a rolling restart
  --servers N     3 (default) or 5
  --followers-too N  so many followers suffer the same at the same time (default 0)
  --rounds N      faults on each side, alternating (default 7)
  --before S      seconds of writes before each fault (default 3)
  --heap SIZE     heap of each server (default 512m)
  --dir DIR       where the temporary directory is made (default $TMPDIR or /tmp); not on a tmpfs
  --keep-logs DIR  copies the servers' output there at the end
TEXT
}

die() {
  echo "failover: $*" >&2
  exit 1
}

sides="zookeeper cellkeeper" fault=kill servers=3 followers=0 rounds=7 before=3 heap=512m dir=${TMPDIR:-/tmp} logs=
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --only | --fault | --servers | --followers-too | --rounds | --before | --heap | --dir | --keep-logs)
      (($# >= 2)) || die "$1 needs a value"
      case $1 in
        --only)
          [[ $2 == zookeeper || $2 == cellkeeper ]] || die "--only zookeeper or cellkeeper, not $2"
          sides=$2 ;;
        --followers-too) followers=$2 ;;
        --keep-logs) logs=$2 ;;
        *) printf -v "${1#--}" %s "$2" ;;
      esac
      shift 2 ;;
    *) usage >&2; exit 2 ;;
  esac
done
[[ $fault == kill || $fault == freeze || $fault == roll ]] || die "--fault kill, freeze or roll, not $fault"
[[ -d $here/target/zookeeper-lib && -d $here/target/lib ]] || die "not built; run: mvn -pl bench package"
# Builds it if it must, which would else count as slow to start.
[[ $sides == zookeeper ]] || "$launcher" --version >/dev/null || die "$launcher doesn't run"

work=$(mktemp -d "$dir/cellkeeper-failover.XXXXXX")
readonly work
declare -A pids=() ports=()
tool_pid=

# Ends one server that this script started, by its process id.
end_server() {
  local signal=$1 pid=${pids[$2]:-}
  if [[ -n $pid ]]; then
    kill "-$signal" "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    unset "pids[$2]"
  fi
}

clean_up() {
  trap - EXIT INT TERM
  [[ -z $tool_pid ]] || kill "$tool_pid" 2>/dev/null || true
  local each
  for each in "${!pids[@]}"; do
    end_server KILL "$each"
  done
  if [[ -n $logs ]]; then
    mkdir -p "$logs"
    for each in "$work"/*/*/log; do
      [[ ! -e $each ]] || cp "$each" "$logs/$(basename "$(dirname "$(dirname "$each")")")-$(basename "$(dirname "$each")").log"
    done
  fi
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

cat >"$work/logback.xml" <<'TEXT'
<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d %-5level [%thread] %logger{0}: %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="out"/></root>
</configuration>
TEXT

configure() {
  local side=$1 home=$work/$1 free i j
  mapfile -t free < <("$here/bench" free-ports $((3 * servers)))
  ((${#free[@]} == 3 * servers)) || die "no free ports"
  for ((i = 0; i < servers; i++)); do
    ports[$side.$i]=${free[i]}
    mkdir -p "$home/$i/data"
    echo $((i + 1)) >"$home/$i/data/myid"
    {
      echo tickTime=1000
      echo initLimit=10
      echo syncLimit=5
      echo maxClientCnxns=0
      echo "dataDir=$home/$i/data"
      echo "clientPort=${free[i]}"
      echo clientPortAddress=127.0.0.1
      echo admin.enableServer=false
      for ((j = 0; j < servers; j++)); do
        echo "server.$((j + 1))=127.0.0.1:${free[servers + j]}:${free[2 * servers + j]}"
      done
    } >"$home/$i/zoo.cfg"
  done
}

start_server() {
  local side=$1 i=$2 home=$work/$1/$2
  local flags="-Xms$heap -Xmx$heap -XX:+UseG1GC -XX:+PerfDisableSharedMem"
  if [[ $side == zookeeper ]]; then
    # shellcheck disable=SC2086 # flags are words
    java $flags -Dlogback.configurationFile="$work/logback.xml" -cp "$here/target/zookeeper-lib/*" \
      org.apache.zookeeper.server.quorum.QuorumPeerMain "$home/zoo.cfg" >>"$home/log" 2>&1 7>&- &
  else
    # The launcher replaces itself by its JVM, so that this process id is the server's.
    SERVER_JVMFLAGS=$flags "$launcher" server "$home/zoo.cfg" >>"$home/log" 2>&1 7>&- &
  fi
  pids[$side.$i]=$!
}

connect_string() {
  local side=$1 i list=
  for ((i = 0; i < servers; i++)); do
    list+=,127.0.0.1:${ports[$side.$i]}
  done
  echo "${list:1}"
}

pid_list() {
  local side=$1 i list=
  for ((i = 0; i < servers; i++)); do
    list+=,${pids[$side.$i]}
  done
  echo "${list:1}"
}

# Waits until a session on each server can write.
await_serving() {
  local side=$1 i deadline=$((SECONDS + start_seconds))
  until "$here/bench" load --connect "$(connect_string "$side")" --connections "$servers" --op create-delete \
    --seconds 0.2 --patience 3 >"$work/start" 2>&1; do
    for ((i = 0; i < servers; i++)); do
      kill -0 "${pids[$side.$i]}" 2>/dev/null || { tail -n 20 "$work/$side/$i/log" >&2; die "$side server $((i + 1)) ended"; }
    done
    ((SECONDS < deadline)) || { cat "$work/start" >&2; die "$side doesn't serve after $start_seconds s"; }
    sleep 0.3
  done
}

start_all() {
  local side=$1 i
  for ((i = 0; i < servers; i++)); do
    [[ -n ${pids[$side.$i]:-} ]] || start_server "$side" "$i"
  done
  await_serving "$side"
}

stop_all() {
  local side=$1 i
  for ((i = 0; i < servers; i++)); do
    end_server KILL "$side.$i"
  done
}

figure() {
  sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$work/run"
}

# In the background (whose standard input would be empty, were it not named), so that a signal is handled at once and not after the run.
tool() {
  "$here/bench" failover --connect "$(connect_string "$side")" --before "$before" --json "$@" <&0 >"$work/run" 7>&- &
  tool_pid=$!
}

await_tool() {
  local status=0
  wait "$tool_pid" || status=$?
  tool_pid=
  ((status == 0)) || die "$side: no figures"
}

strike() {
  local i
  tool --fault "$fault" --followers-too "$followers" --pids "$(pid_list "$side")"
  await_tool
  # Whoever was struck is dead, or is now.
  for ((i = 0; i < servers; i++)); do
    if [[ ! -r /proc/${pids[$side.$i]}/stat || $(cut -d' ' -f3 "/proc/${pids[$side.$i]}/stat") == [TZ] ]]; then
      end_server KILL "$side.$i"
    fi
  done
}

# Restarts all servers, one after another, each in order and once the one before serves again.
roll() {
  local i
  # The tool measures until nobody has the other end of this open; the servers must not inherit it.
  mkfifo "$work/fifo"
  exec 7<>"$work/fifo"
  tool --fault none <"$work/fifo"
  rm "$work/fifo"
  sleep "$before"
  for ((i = 0; i < servers; i++)); do
    end_server TERM "$side.$i"
    start_server "$side" "$i"
    await_serving "$side"
  done
  exec 7>&-
  await_tool
}

summary() {
  awk -v column="$2" -v label="$3" -v side="$1" '
    $1 == side && $column != "" { v[++n] = $column }
    END {
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && v[j] + 0 < v[j - 1] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
      if (n) printf "%-11s %-34s median %6.0f ms, min %6.0f, max %6.0f (%d rounds)\n", side, label,
        n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2, v[1], v[n], n
    }' "$work/raw"
}

: >"$work/raw"
for side in $sides; do
  configure "$side"
done
for ((round = 1; round <= rounds; round++)); do
  for side in $sides; do
    start_all "$side"
    if [[ $fault == roll ]]; then roll; else strike; fi
    [[ $fault == roll ]] || echo "fault at $(sed -n 's/.*"faultAt":"\([^"]*\)".*/\1/p' "$work/run")" >>"$work/$side/0/log"
    echo "$side $(figure firstWriteMs | grep . || echo 0) $(figure longestPauseMs) $(figure reconnects) $(figure sessionsLost)" |
      tee -a "$work/raw" | awk -v round="$round" \
      '{ printf "%-11s round %d: first write after %.0f ms, longest pause %.0f ms, %d reconnects, %d sessions lost\n",
        $1, round, $2, $3, $4, $5 }' >&2
    # One cell alive at a time: the other would take the cores.
    [[ $sides != *" "* ]] || stop_all "$side"
  done
done
echo "$fault of the leader and $followers followers of $servers, heap $heap, $(nproc) cores," \
  "load average at the end $(cut -d' ' -f1 /proc/loadavg)"
for side in $sides; do
  [[ $fault == roll ]] || summary "$side" 2 "fault to first accepted write:"
  summary "$side" 3 "longest pause of writes:"
done
