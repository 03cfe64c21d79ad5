# A stand-in for work: says who it is, then leaves a sign of life until its own limit or until it is ended.
# Usage: work.sh FOLDER [SECONDS]
dir=$1
limit=$((${2:-40} * 20))
read -r line < /proc/$$/stat
rest=${line##*) }
set -- $rest
echo "$$ ${20}" >> "$dir/workers"
i=0
while [ "$i" -lt "$limit" ] && [ -d "$dir" ]; do
  echo . >> "$dir/beat"
  sleep 0.05
  i=$((i + 1))
done
