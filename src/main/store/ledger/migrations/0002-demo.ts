/** Conversations that the demo's script answers, whatever model is set. */
export const demo = `
alter table conversations add column demo integer not null default 0 check (demo in (0, 1));
`
