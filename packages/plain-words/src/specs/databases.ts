import type { Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { has, type Spec, value, values } from '../programs/spec.ts';
import { add, isKnown, literal, looks, plainName, target, touches } from '../windows/run.ts';
import { queries } from './sql.ts';

const dumps = (names: string, options: string): Spec => ({
  names,
  harmless: true,
  options,
  read: (call, run) => {
    const host = value(call, '-h', '--host');
    const where = value(call, '-d', '--uri') ?? call.operands[0];
    const remote = host
      ? !/^(?:localhost|127\.)/.test(host.text)
      : /:\/\/(?!.*(?:localhost|127\.0\.0\.1))/.test(where?.text ?? '');
    add(
      run,
      'data.dump',
      {
        name:
          namesOf([...(where ? [where] : []), ...call.operands.slice(where === call.operands[0] ? 1 : 0)]) || call.name,
      },
      ['database', 'reads'],
      {
        places: remote ? [{ id: 'network', path: plainName(host ?? where!) }] : [],
        notes: host ? [{ id: 'note.with', params: { names: [plainName(host)] } }] : [],
      },
    );
    run.output = { words: call.name, data: true };
    const to = value(call, '-f', '-o', '--result-file', '--out', '--archive');
    if (to && to.text !== '') touches(run, 'files.write', ['changes', 'creates'], [to]);
  },
});

const restores = (names: string, options: string): Spec => ({
  names,
  harmless: true,
  options,
  read: (call, run) => {
    if (has(call, '-l', '--list')) return looks(run, 'files.read', call.operands);
    const cleans = has(call, '-c', '--clean', '--drop');
    if (call.operands.length > 0) looks(run, 'files.read', call.operands);
    add(
      run,
      'data.restore',
      { name: namesOf([...values(call, '-d', '--db', '--uri'), ...call.operands]) || call.name },
      ['database', 'changes', ...(cleans ? (['deletes'] as const) : [])],
      {
        places:
          value(call, '-h') && !/^localhost|^127/.test(value(call, '-h')!.text)
            ? [{ id: 'network', path: plainName(value(call, '-h')!) }]
            : [],
      },
    );
  },
});

const mongoWrites =
  /\.(?:insert\w*|update\w*|replaceOne|save|bulkWrite|create\w*|rename\w*|findAndModify|findOneAnd\w+|grant\w*|revoke\w*)\s*\(/;
const mongoDeletes = /\.(?:drop\w*|delete\w*|remove\w*|findOneAndDelete)\s*\(/;
const redisReads =
  /^(?:get|mget|hget|hgetall|hkeys|hvals|hlen|keys|scan|sscan|hscan|zscan|exists|ttl|pttl|type|strlen|llen|lrange|lindex|scard|smembers|sismember|zcard|zrange\w*|zscore|zcount|info|ping|dbsize|monitor|memory|object|time|echo|client list|config get|slowlog|lastsave|xlen|xrange|xinfo|randomkey|dump|getrange|bitcount|pubsub|cluster (?:info|nodes)|role|command|latency|acl (?:list|whoami))$/i;

export const databases: readonly Spec[] = [
  {
    names: 'psql pgcli',
    options:
      '-c,--command= -f,--file= -d,--dbname= -h,--host= -p,--port= -U,--username= -v,--set,--variable= -o,--output=write -L=write -l,--list -t,--tuples-only -A,--no-align -q -X -x -1,--single-transaction -w -W -P= -F= -R= -H --csv -E -e -a -b -s -S -n -z -0 -V,--version -? --help --pset=',
    harmless: true,
    operands: 'text*',
    read: (call, run) =>
      queries(call, run, {
        sql: values(call, '-c'),
        files: values(call, '-f').filter((one) => one.text !== '-'),
        where: value(call, '-d') ?? call.operands[0],
        names: [],
        host: value(call, '-h'),
      }),
  },
  {
    names: 'mysql mariadb mycli mysqlsh',
    options:
      '-e,--execute= -h,--host= -P,--port= -u,--user= -p,--password? -D,--database= -N -B -s -r -t -v -f -S= -E -H -X -A -q --ssl? -V,--version --defaults-file=read --protocol= --batch --silent',
    harmless: true,
    operands: 'text*',
    read: (call, run) =>
      queries(call, run, {
        sql: values(call, '-e'),
        files: [],
        where: value(call, '-D') ?? call.operands[0],
        names: [],
        host: value(call, '-h'),
      }),
  },
  {
    names: 'sqlite3 duckdb libsql turso-shell litecli',
    oneDash: true,
    options:
      '-header -csv -json -column -line -list -html -readonly -batch -cmd= -init=read -separator= -nullvalue= -bail -box -markdown -table -echo -version -noheader -c= -s=',
    harmless: true,
    operands: 'text*',
    read: (call, run) => {
      const [file, ...sql] = call.operands;
      const texts = [...values(call, '-cmd', '-c', '-s'), ...sql];
      const from = run.findings.length;
      queries(call, run, { sql: texts, files: [], where: file, names: [], host: undefined });
      if (!file || file.text === ':memory:') return;
      const at = target(run, file);
      for (let i = from; i < run.findings.length; i++)
        if (run.findings[i]!.chips.includes('database'))
          run.findings[i] = {
            ...run.findings[i]!,
            places: [...run.findings[i]!.places, ...at.places],
            maybe: [...(run.findings[i]!.maybe ?? []), ...(run.findings[i]!.chips.includes('reads') ? [] : at.maybe)],
          };
    },
  },
  {
    names:
      'sqlcmd bcp usql clickhouse-client clickhouse cqlsh snowsql bq-query trino presto hive impala-shell influx cockroach surreal edgedb db2 sqlplus osql isql',
    options:
      '-Q,-q,--query,--execute,-e,-c,--command= -i,-f,--file= -S,--host,-h= -d,--database= -U,-u,--user= -P,--password= -E --port= -k= -o=write -C',
    harmless: true,
    operands: 'text*',
    read: (call, run) =>
      queries(call, run, {
        sql: values(call, '-Q'),
        files: values(call, '-i'),
        where: value(call, '-d') ?? call.operands[0],
        names: [],
        host: value(call, '-S'),
      }),
  },
  {
    names: 'mongosh mongo',
    options:
      '--eval= -f,--file= --host= --port= -u,--username= -p,--password= --quiet --authenticationDatabase= --nodb --norc --json? --tls',
    harmless: true,
    operands: 'text*',
    read: (call, run) => {
      const code = value(call, '--eval');
      const [where, ...scripts] = call.operands;
      const names = where ? [plainName(where)] : [];
      const unknown = [where, code].flatMap((one) =>
        one && !isKnown(one) && !one.listed
          ? one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } }))
          : [],
      );
      const places: Place[] =
        where && /:\/\/(?!(?:[^@/]*@)?(?:localhost|127\.))/.test(where.text)
          ? [{ id: 'network', path: plainName(where) }]
          : [];
      if (!code)
        return queries(call, run, {
          sql: [],
          files: [...scripts, ...values(call, '-f'), ...(where && /\.js$/.test(where.text) ? [where] : [])],
          where: where && /\.js$/.test(where.text) ? undefined : where,
          names: [],
          host: value(call, '--host'),
        });
      const deletes = mongoDeletes.test(code.text);
      const changes = mongoWrites.test(code.text);
      add(
        run,
        deletes ? 'data.delete' : changes ? 'data.change' : 'data.query',
        { sql: shown(plainName(code)) },
        [
          'database',
          ...(deletes ? (['deletes'] as const) : []),
          ...(changes ? (['changes'] as const) : []),
          ...(deletes || changes ? [] : (['reads'] as const)),
        ],
        {
          places,
          maybe: [
            ...unknown,
            ...(deletes ||
            changes ||
            /\.(?:find|count|aggregate|distinct|getCollection|stats|show|list|adminCommand|runCommand|serverStatus|version|getIndexes|getName)\w*\s*\(|^show /.test(
              code.text,
            )
              ? []
              : [{ id: 'maybe.code' } as const]),
          ],
          notes: names.length > 0 ? [{ id: 'note.with', params: { names } }] : [],
        },
      );
    },
  },
  {
    names: 'redis-cli valkey-cli keydb-cli',
    stops: true,
    options:
      '-h= -p= -a= -n= -u= --user= --pass= -s= -r= -i= -c --tls --raw --no-raw --csv --json --scan --pattern= --bigkeys --hotkeys --memkeys --latency --stat --pipe --rdb=write --eval=script -x --no-auth-warning --verbose -v,--version --cacert=read -2 -3',
    harmless: true,
    operands: 'text*',
    read: (call, run) => {
      const words = call.operands.map((one) => plainName(one));
      const host = value(call, '-h') ?? value(call, '-u');
      const places: Place[] =
        host && !/^(?:redis:\/\/)?(?:[^@]*@)?(?:localhost|127\.)/.test(host.text)
          ? [{ id: 'network', path: plainName(host) }]
          : [];
      const verb = (words[0] ?? '').toLowerCase();
      const two = `${verb} ${(words[1] ?? '').toLowerCase()}`;
      const unknown = [host].flatMap((one) =>
        one && !isKnown(one)
          ? one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } }))
          : [],
      );
      const sql = shown(words.join(' ') || 'redis');
      if (verb === '' && has(call, '--scan', '--bigkeys', '--hotkeys', '--memkeys', '--latency', '--stat', '-v'))
        add(
          run,
          'data.query',
          { sql: namesOf(values(call, '--pattern')) || 'redis' },
          has(call, '-v') ? ['reads'] : ['database', 'reads'],
          { places },
        );
      else if (verb === '') return queries(call, run, { sql: [], files: [], where: undefined, names: [], host });
      else if (redisReads.test(verb) || redisReads.test(two))
        add(run, 'data.query', { sql }, ['database', 'reads'], { places, maybe: unknown });
      else if (
        /^(?:flushall|flushdb|del|unlink|hdel|lrem|srem|zrem\w*|xdel|xtrim|ltrim|getdel|spop|lpop|rpop|script flush|function flush)$/.test(
          verb,
        )
      )
        add(run, 'data.delete', { sql }, ['database', 'deletes'], { places, maybe: unknown });
      else if (/^(?:shutdown|debug)$/.test(verb))
        add(run, 'program.stop', { name: 'redis' }, ['database', 'stops-programs'], { places, maybe: unknown });
      else if (/^config$/.test(verb))
        add(run, 'data.change', { sql }, ['database', 'settings'], { places, maybe: unknown });
      else if (/^(?:eval|evalsha|script|function|fcall|module)$/.test(verb))
        add(run, 'data.change', { sql }, ['database', 'runs-code'], { places, maybe: [{ id: 'maybe.code' }] });
      else add(run, 'data.change', { sql }, ['database', 'changes'], { places, maybe: unknown });
      const last = run.findings.at(-1);
      if (host && last)
        run.findings[run.findings.length - 1] = {
          ...last,
          notes: [...(last.notes ?? []), { id: 'note.with', params: { names: [plainName(host)] } }],
        };
      run.output = { list: true, words: 'redis-cli' };
    },
  },
  dumps(
    'pg_dump pg_dumpall mysqldump mariadb-dump mongodump',
    '-f,--file= -h,--host= -p,--port= -U,--username= -d,--dbname,--db= -u= -F,--format= -t,--table= -n,--schema= -s -a -c -C -O -x -v -Z= -j= -T= --uri= -o,--out= --result-file= --archive= --gzip --no-owner --data-only --schema-only --single-transaction --routines --all-databases -w -W -P= --databases -A --no-privileges --collection,-c=',
  ),
  restores(
    'pg_restore mongorestore',
    '-d,--dbname,--db= -h,--host= -p,--port= -U= -c,--clean -C -j= -l,--list -t= -n= --if-exists --drop --uri= --archive= --gzip -O -x -v -1 -F= --no-owner --no-acl -a -s',
  ),
  {
    names: 'createdb createuser',
    harmless: true,
    options: '-h= -p= -U= -O= -T= -E= -s -P -e',
    read: (call, run) =>
      add(run, 'data.create', { name: namesOf(call.operands) }, [
        'database',
        'creates',
        ...(call.name === 'createuser' ? (['permissions'] as const) : []),
      ]),
  },
  {
    names: 'dropdb dropuser',
    harmless: true,
    options: '-h= -p= -U= -i -e -f --if-exists',
    read: (call, run) =>
      add(run, 'data.drop', { name: namesOf(call.operands) }, ['database', 'deletes'], {
        maybe: call.operands.flatMap((one) =>
          one.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } }) as const),
        ),
      }),
  },
  {
    names: 'mysqladmin',
    harmless: true,
    options: '-h= -u= -p? -P= -f',
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? '';
      const name = namesOf(call.operands);
      if (verb === 'drop') add(run, 'data.drop', { name }, ['database', 'deletes']);
      else if (verb === 'shutdown') add(run, 'program.stop', { name: 'mysql' }, ['database', 'stops-programs']);
      else if (/^(?:status|ping|version|processlist|variables|extended-status)$/.test(verb))
        add(run, 'data.look', { name }, ['database', 'reads']);
      else add(run, 'data.change', { sql: name }, ['database', 'settings']);
    },
  },
  {
    names: 'pg_isready pg_config pgbench-none',
    harmless: true,
    options: '-h= -p= -U= -d= -t=',
    operands: 'name*',
    says: 'data.look',
    chips: ['database', 'reads'],
  },
  {
    names: 'initdb pg_ctl pg_ctlcluster pg_upgrade',
    harmless: true,
    options: '-D= -l=write -U= -m= -o= -w -s -E= -A=',
    read: (call, run) => {
      const verb =
        call.operands.find((one) => /^(?:start|stop|restart|reload|status|init|initdb|promote)$/.test(one.text))
          ?.text ?? call.name;
      const folder = values(call, '-D');
      if (/stop|restart/.test(verb)) add(run, 'program.stop', { name: 'postgres' }, ['stops-programs', 'database']);
      else if (verb === 'start') add(run, 'run.background', { name: 'postgres' }, ['background', 'database']);
      else if (verb === 'status') add(run, 'data.look', { name: 'postgres' }, ['database', 'reads']);
      else touches(run, 'files.create', ['creates', 'database'], folder.length > 0 ? folder : [literal('.')]);
    },
  },
];
