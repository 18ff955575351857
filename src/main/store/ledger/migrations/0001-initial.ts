/**
 * The first shape of the ledger. Migrations are append-only: a released one never changes.
 *
 * A run's states and what leads from one to the next: see `tables/run-transitions.ts`.
 */
export const initial = `
create table boots (
  id         text primary key,
  pid        integer not null,
  started_at integer not null
) strict;

create table conversations (
  id            text primary key,
  title         text not null,
  folder        text,
  mode          text not null check (mode in ('ask', 'auto', 'full')),
  head_entry_id text,
  failure       text check (failure is null or json_valid(failure)),
  unread        integer not null default 0 check (unread in (0, 1)),
  created_at    integer not null,
  updated_at    integer not null
) strict;

create table turns (
  id              text primary key,
  conversation_id text not null references conversations (id),
  state           text not null check (state in ('running', 'waiting', 'completed', 'failed', 'stopped', 'interrupted')),
  cause           text not null check (cause in ('message', 'delivery', 'person')),
  boot_id         text references boots (id),
  started_at      integer not null,
  ended_at        integer,
  check ((boot_id is not null) = (state in ('running', 'waiting')))
) strict;
create unique index turns_one_live on turns (conversation_id) where state in ('running', 'waiting');

create table queued_messages (
  number          integer primary key autoincrement,
  conversation_id text not null references conversations (id),
  text            text not null,
  urgent          integer not null default 0 check (urgent in (0, 1)),
  created_at      integer not null
) strict;

create table entries (
  number          integer primary key autoincrement,
  id              text not null unique,
  conversation_id text not null references conversations (id),
  run_id          text references delegation_runs (id),
  parent_id       text,
  kind            text not null,
  content         text check (content is null or json_valid(content)),
  body_sha256     text,
  usage           text check (usage is null or json_valid(usage)),
  delivery_id     text unique references deliveries (id),
  created_at      integer not null,
  check ((content is null) = (body_sha256 is not null))
) strict;
create index entries_by_journal on entries (conversation_id, run_id, number);
create index entries_by_parent on entries (parent_id, number);
create index entries_first on entries (conversation_id, number) where parent_id is null and run_id is null;

create table partials (
  conversation_id text not null references conversations (id),
  run_id          text not null,
  text            text not null,
  thinking        text not null,
  primary key (conversation_id, run_id)
) strict, without rowid;

create table model_calls (
  entry_id        text primary key references entries (id),
  conversation_id text not null references conversations (id),
  run_path        text not null,
  model           text not null,
  input           integer not null,
  output          integer not null,
  cached          integer not null,
  reasoning       integer not null,
  created_at      integer not null
) strict;
create index model_calls_by_conversation on model_calls (conversation_id, input, output, cached, reasoning);

create table delegations (
  id              text primary key,
  conversation_id text not null references conversations (id),
  parent_run_id   text references delegation_runs (id),
  call_key        text not null unique,
  independent     integer not null check (independent in (0, 1)),
  boot_id         text not null references boots (id),
  created_at      integer not null
) strict;
create index delegations_by_conversation on delegations (conversation_id, created_at);

create table delegation_runs (
  number          integer primary key autoincrement,
  id              text not null unique,
  delegation_id   text not null references delegations (id),
  task_index      integer not null,
  conversation_id text not null references conversations (id),
  parent_run_id   text references delegation_runs (id),
  depth           integer not null check (depth >= 1),
  path            text not null,
  task            text not null check (json_valid(task)),
  agent           text not null,
  model           text not null,
  tools           text not null check (json_valid(tools)),
  folder          text,
  transcript_path text not null,
  state           text not null check (state in ('queued', 'starting', 'running', 'waiting', 'finalizing',
                    'completed', 'failed', 'timed_out', 'stalled', 'stopped', 'interrupted')),
  attempt         integer not null check (attempt >= 1),
  restarts        integer not null default 0,
  boot_id         text references boots (id),
  head_entry_id   text,
  side_effects    integer not null default 0 check (side_effects in (0, 1)),
  steps           integer not null default 0,
  exit_reason     text check (exit_reason in ('completed', 'max_steps', 'stopped', 'error', 'timeout', 'stalled', 'interrupted')),
  contract        text not null default 'none' check (contract in ('none', 'valid', 'invalid')),
  accepted        text not null default 'none' check (accepted in ('none', 'passed', 'failed')),
  truncated       integer not null default 0 check (truncated in (0, 1)),
  result          text check (result is null or json_valid(result)),
  created_at      integer not null,
  started_at      integer,
  last_seen_at    integer,
  ended_at        integer,
  unique (delegation_id, task_index),
  check (boot_id is null or state in ('starting', 'running', 'waiting', 'finalizing')),
  check (state not in ('starting', 'running', 'finalizing') or boot_id is not null),
  check ((exit_reason is not null) = (state in ('finalizing', 'completed', 'failed', 'timed_out', 'stalled', 'stopped', 'interrupted'))),
  check ((ended_at is not null) = (state in ('completed', 'failed', 'timed_out', 'stalled', 'stopped', 'interrupted')))
) strict;
create index delegation_runs_live on delegation_runs (state, number)
  where state in ('queued', 'starting', 'running', 'waiting', 'finalizing');
create index delegation_runs_by_conversation on delegation_runs (conversation_id, number);
create index delegation_runs_by_parent on delegation_runs (parent_run_id);

create table deliveries (
  id              text primary key,
  delegation_id   text not null references delegations (id),
  unit            integer not null,
  conversation_id text not null references conversations (id),
  run_id          text references delegation_runs (id),
  state           text not null check (state in ('pending', 'delivered', 'dismissed')),
  created_at      integer not null,
  settled_at      integer,
  unique (delegation_id, unit),
  check ((settled_at is null) = (state = 'pending'))
) strict;
create index deliveries_pending on deliveries (conversation_id, run_id, created_at) where state = 'pending';

create table approvals (
  id              text primary key,
  conversation_id text not null references conversations (id),
  run_id          text references delegation_runs (id),
  asker           text not null,
  call_id         text not null,
  tool            text not null,
  arguments       text not null,
  target          text not null,
  reason          text not null,
  can_remember    integer not null check (can_remember in (0, 1)),
  hash            text not null,
  state           text not null check (state in ('pending', 'allowed', 'denied')),
  note            text not null default '',
  created_at      integer not null,
  answered_at     integer,
  check ((answered_at is null) = (state = 'pending'))
) strict;
create unique index approvals_by_call on approvals (conversation_id, ifnull(run_id, ''), call_id, hash);
create index approvals_pending on approvals (conversation_id) where state = 'pending';

create table grants (
  id              text primary key,
  conversation_id text not null references conversations (id),
  run_id          text references delegation_runs (id),
  tool            text not null,
  folder          text not null,
  target          text,
  confinement     text not null check (confinement in ('none', 'confined')),
  created_at      integer not null
) strict;
create index grants_by_conversation on grants (conversation_id, run_id);

create table processes (
  pid        integer not null,
  started_at text not null,
  kind       text not null check (kind in ('worker', 'group')),
  run_id     text,
  boot_id    text not null references boots (id),
  primary key (pid, started_at)
) strict, without rowid;
`
