/** `estimated`: what a call took was not reported, and is our own count. */
export const estimates = `
alter table model_calls add column estimated integer not null default 0 check (estimated in (0, 1));
drop index model_calls_by_path;
drop index model_calls_by_day;
create index model_calls_by_path
  on model_calls (conversation_id, run_path, number, model, input, output, cached, reasoning, cost_micros, estimated);
create index model_calls_by_day on model_calls (conversation_id, created_at, input, output, cost_micros, estimated);
`
