#!/usr/bin/env bash
# Measures the cost of a store on a server with 1, 1,000 and 100,000 accounts, for the table on the page "On a server". The
# engine and a client in C that sends the same statements take turns on a temporary server in memory.
#
#     bench.sh PROGRAM [ROUNDS] [SECONDS]
set -euo pipefail
program=$(realpath "$1") rounds=${2:-5} seconds=${3:-5}
here=$(dirname "$(realpath "$0")")
programs=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
folder=$(mktemp -d "$(test -w /dev/shm && echo /dev/shm || echo /tmp)/server-bench-XXXXXX")
chmod 0755 "$folder"
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    # PostgreSQL doesn't run as root.
    as() { runuser -u postgres -- "$@"; }
    chown postgres "$folder"
fi
trap 'as "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
as "$programs/initdb" -D "$folder/data" -U postgres -A trust --no-sync -E UTF8 --locale=C >/dev/null
as "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w start >/dev/null -o "-k $folder -c listen_addresses= \
    -c fsync=off -c full_page_writes=off -c shared_buffers=512MB -c max_wal_size=4GB -c autovacuum=off"
cc -O2 -I"$(pg_config --includedir)" "$here/client.c" -lpq -o "$folder/client"

url="postgresql://postgres@/postgres?host=$folder&workspace=bench"
sql() { "$programs/psql" -qAt -h "$folder" -U postgres -d postgres -c "SET search_path = profile_bench" -c "$1"; }
engine() { "$program" server "$url" "$1" "$2" "$seconds"; }
twin() { "$folder/client" "host=$folder user=postgres dbname=postgres" profile_bench "$1" "$2" "$seconds"; }
rate() { sed -n 's/.*: \([0-9]*\) a second.*/\1/p'; }
median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }

# Copies the first account's rows to further accounts. The content of the boxes makes no difference to the server.
grow() {
    sql "INSERT INTO account SELECT 'a' || n, epoch, lock, recovery, generation, manifest, card, writer
             FROM account, generate_series(1, $1 - 1) n WHERE id = 'a0' ON CONFLICT DO NOTHING"
    for table in device stage record; do
        columns=$(sql "SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position)
            FROM information_schema.columns
            WHERE table_schema = 'profile_bench' AND table_name = '$table' AND column_name <> 'account'")
        sql "INSERT INTO $table (account, $columns) SELECT 'a' || n, $columns FROM $table, generate_series(1, $1 - 1) n
                 WHERE account = 'a0' ON CONFLICT DO NOTHING"
    done
    sql "ANALYZE"
}

"$program" server "$url" accounts 1
printf '| one after the other | engine | the same statements in C | ratio |\n|---|---|---|---|\n'
for accounts in 1 1000 100000; do
    if [ "$accounts" -gt 1 ]; then
        # The history that the earlier rounds added must not be copied to every account.
        sql "DELETE FROM record WHERE kind = 'history' AND number > 1"
        before=$(sql "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c WHERE relnamespace = 'profile_bench'::regnamespace
            AND relkind = 'r'")
        grow "$accounts"
    fi
    for what in commit read; do
        [ "$what$accounts" = read1 ] || [ "$what$accounts" = read1000 ] && continue
        : > ours; : > theirs; : > said
        for round in $(seq "$rounds"); do
            engine "$what" "$accounts" | tee -a said | rate >> ours
            twin "$what" "$accounts" | rate >> theirs
        done
        ours=$(median < ours) theirs=$(median < theirs)
        printf '| %s, %s accounts | %s a second | %s | %s |\n' "$what" "$accounts" "$ours" "$theirs" \
            "$(awk "BEGIN { printf \"%.2f\", $ours / $theirs }")"
        sort said | sed -n "$(((rounds + 1) / 2))s/.*a second, \(.*\)/    \1/p" >&2
    done
done
size=$(sql "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c WHERE relnamespace = 'profile_bench'::regnamespace
    AND relkind = 'r'")
awk "BEGIN { printf \"a new account takes %.1f kB with its indexes\n\", ($size - $before) / 99000 / 1000 }"
engine watch 1
