# Ends process groups when the process that started them ends, in whatever way: then its end of our input closes.
# Reads '+ pid SIGNAL' and '- pid' lines. At the end of its input it asks every group that is left to end, and kills
# after 4 s what has not.
trap '' INT TERM HUP
groups=
while read -r operation pid name; do
  case $operation in
    +) groups="$groups $pid:$name" ;;
    -) kept=; for group in $groups; do [ "${group%%:*}" = "$pid" ] || kept="$kept $group"; done; groups=$kept ;;
  esac
done
for group in $groups; do kill -s "${group#*:}" -- "-${group%%:*}" 2>/dev/null; done
tries=0
while [ $tries -lt 40 ]; do
  left=
  for group in $groups; do kill -s 0 -- "-${group%%:*}" 2>/dev/null && left=yes; done
  [ -n "$left" ] || exit 0
  sleep 0.1
  tries=$((tries + 1))
done
for group in $groups; do kill -s KILL -- "-${group%%:*}" 2>/dev/null; done
