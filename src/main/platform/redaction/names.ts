/** What a name says of its value: surely a secret, one if it looks like one, or nothing of the kind. */
export type NameStrength = 'strong' | 'weak' | 'none'

/** `dbPassword`, `DB_PASSWORD`, `db.password` and `db-password` are the same words. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9\u4e00-\u9fff]+/)
    .filter((word) => word !== '')

const STRONG =
  /(?:^| )(?:password|passwd|passwort|pwd|pass|passphrase|psk|secret|credentials?|auth key|apikey|secretkey|accesskey|privatekey|authtoken|accesstoken|api key|access key|private key|secret key|account key|signing key|encryption key|auth token|access token|refresh token|id token|bearer token|client secret)$/
const WEAK = /(?:^| )(?:token|key|auth|session|sid|sig|signature|jwt|code|salt|bearer)$/

/** They come after the word that counts and change nothing: `SECRET_KEY_LIVE`, `client-key-data`. */
const AFTER = /(?: (?:live|test|prod|production|dev|staging|base|data|value|string|old|new|[0-9]+))+$/

/** Written in one word: `PGPASSWORD`, `clientsecret`. */
const GLUED = /(?:password|passwd|passphrase|secret|apikey)$/

const CHINESE = /(?:密码|口令|密钥|秘钥|令牌|私钥)$/

export function strengthOf(name: string): NameStrength {
  if (CHINESE.test(name)) return 'strong'
  const words = wordsOf(name).join(' ').replace(AFTER, '')
  if (STRONG.test(words) || GLUED.test(words)) return 'strong'
  return WEAK.test(words) ? 'weak' : 'none'
}
