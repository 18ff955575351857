/**
 * What the end of a run is written with before its result is: `error` beside the reason, and the state that an app which
 * went away left it in, so that neither is lost with another crash.
 *
 * And what calls cost: a row for each call that was reported, also for one that brought no entry, with its price as it was
 * then; `cost_micros` in millionths of a US dollar, null where no price was known. `budget_raises`: how far a person let a conversation go on
 * a day.
 */
export const guards = `
alter table delegation_runs add column error text check (error is null or json_valid(error));
alter table delegation_runs add column last_state text check (last_state is null or last_state in ('starting', 'running', 'finalizing'));

create table budget_raises (
  conversation_id text not null references conversations (id),
  day             integer not null,
  micros          integer not null check (micros >= 0),
  tokens          integer not null check (tokens >= 0),
  primary key (conversation_id, day)
) strict, without rowid;
create table reported_calls (
  number          integer primary key autoincrement,
  entry_id        text unique references entries (id),
  conversation_id text not null references conversations (id),
  run_path        text not null,
  model           text not null,
  input           integer not null,
  output          integer not null,
  cached          integer not null,
  reasoning       integer not null,
  cost_micros     integer check (cost_micros is null or cost_micros >= 0),
  created_at      integer not null
) strict;
insert into reported_calls (entry_id, conversation_id, run_path, model, input, output, cached, reasoning, created_at)
  select entry_id, conversation_id, run_path, model, input, output, cached, reasoning, created_at from model_calls;
drop table model_calls;
alter table reported_calls rename to model_calls;
create index model_calls_by_path on model_calls (conversation_id, run_path, input, output, cached, reasoning, cost_micros);
create index model_calls_by_day on model_calls (conversation_id, created_at, input, output, cost_micros);
create index model_calls_by_time on model_calls (created_at, conversation_id);
`
