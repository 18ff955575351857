/** What a person said about a folder, and of which items: `hashes` maps each to the SHA-256 that was shown. */
export const folderTrust = `
create table folder_trust (
  folder     text primary key,
  trusted    integer not null check (trusted in (0, 1)),
  hashes     text not null check (json_valid(hashes)),
  decided_at integer not null
) strict;
`
