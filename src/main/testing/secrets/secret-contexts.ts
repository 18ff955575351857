/** Where a secret stands; `S` in braces is its place. */
export type SecretContext = {
  readonly name: string
  readonly around: readonly [before: string, after: string]
}

const context = (name: string, text: string): SecretContext => {
  const [before = '', after = ''] = text.split('{S}')
  return { name, around: [before, after] }
}

/** The places in which keys turn up in what agents read and write. */
export const SECRET_CONTEXTS: readonly SecretContext[] = [
  context('a sentence', 'Use {S} for the staging server, please.'),
  context('a Chinese sentence', '生产环境的密钥是{S}，请不要写进代码。'),
  context('a line of .env', 'PORT=3000\nSERVICE_API_KEY={S}\nDEBUG=1'),
  context('an export', "export SERVICE_TOKEN='{S}'\nnpm start"),
  context('JSON', '{"name":"ci","apiKey":"{S}","retries":3}'),
  context('JSON in JSON', String.raw`{"body":"{\"access_token\":\"{S}\",\"ok\":true}"}`),
  context('YAML', 'service:\n  api_key: {S}\n  region: eu'),
  context('a header', 'GET /v1/me HTTP/1.1\r\nAuthorization: Bearer {S}\r\nAccept: */*'),
  context('a curl command', "curl -H 'X-Api-Key: {S}' https://api.example.com/v1/me"),
  context('a query string', 'GET https://api.example.com/v1/me?api_key={S}&page=2 200'),
  context('a git remote', 'origin\thttps://oauth2:{S}@git.example.com/team/app.git (fetch)'),
  context('Markdown code', 'The key is `{S}` and it works.'),
  context('a Python repr', "Client(base_url='https://api.example.com', api_key='{S}', timeout=60)"),
  context('a listing with line numbers', '   11 | # keys\n   12 | TOKEN={S}\n   13 |'),
  context('a diff', '@@ -1 +1 @@\n-TOKEN=\n+TOKEN={S}'),
  context('TOML', '[deploy]\ntoken = "{S}"\ntarget = "eu"'),
  context('an option', 'deploy --region eu --token {S} --yes'),
  context('an option with =', 'deploy --token={S} --yes'),
  context('XML', '<server><password>{S}</password></server>'),
  context('a log line', '2026-11-30T10:00:00Z WARN auth: rejected credential {S} (expired)'),
  context('a form body', 'grant_type=client_credentials&client_secret={S}&scope=all'),
]
