/** What a run was given of its agent's file. Rows of before had the general agent, which brings nothing of its own. */
export const agents = `
alter table delegation_runs add column profile text not null check (json_valid(profile))
  default '{"prompt":"","model":null,"maxSteps":null,"temperature":null,"stallSeconds":null}';
`
