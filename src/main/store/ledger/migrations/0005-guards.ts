/**
 * What the end of a run is written with before its result is: `error` beside the reason, and the state that an app which
 * went away left it in, so that neither is lost with another crash.
 */
export const guards = `
alter table delegation_runs add column error text check (error is null or json_valid(error));
alter table delegation_runs add column last_state text check (last_state is null or last_state in ('starting', 'running', 'finalizing'));
`
