const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PLAIN = `${LETTERS}${DIGITS}`
const WEB = `${PLAIN}_-`

/** One vendor's shape: fixed beginnings, and parts of a length over an alphabet. */
export type SecretKind = { readonly name: string; readonly parts: readonly (string | Part)[] }
type Part = readonly [length: number, alphabet: string]

const kind = (name: string, ...parts: (string | Part)[]): SecretKind => ({ name, parts })

/**
 * Shapes that vendors document for their keys. The beginnings are put together from pieces, so that this file holds nothing
 * that looks like a key itself.
 */
export const SECRET_KINDS: readonly SecretKind[] = [
  kind('OpenAI', 's', 'k-', [48, PLAIN]),
  kind('OpenAI project', 's', 'k-proj-', [64, WEB], [10, PLAIN]),
  kind('Anthropic', 's', 'k-ant-api03-', [83, WEB], [10, PLAIN]),
  kind('OpenRouter', 's', 'k-or-v1-', [64, HEX]),
  kind('DeepSeek', 's', 'k-', [32, HEX]),
  kind('GitHub personal', 'gh', 'p_', [36, PLAIN]),
  kind('GitHub OAuth', 'gh', 'o_', [36, PLAIN]),
  kind('GitHub user', 'gh', 'u_', [36, PLAIN]),
  kind('GitHub server', 'gh', 's_', [36, PLAIN]),
  kind('GitHub refresh', 'gh', 'r_', [76, PLAIN]),
  kind('GitHub fine-grained', 'github', '_pat_', [22, PLAIN], '_', [59, PLAIN]),
  kind('GitLab personal', 'gl', 'pat-', [19, WEB], [1, PLAIN]),
  kind('GitLab deploy', 'gl', 'dt-', [20, PLAIN]),
  kind('GitLab runner', 'gl', 'rt-', [20, PLAIN]),
  kind('GitLab job', 'gl', 'cbt-', [2, HEX], '_', [20, PLAIN]),
  kind('GitLab trigger', 'gl', 'ptt-', [40, HEX]),
  kind('Slack bot', 'xo', 'xb-', [12, DIGITS], '-', [12, DIGITS], '-', [24, PLAIN]),
  kind('Slack user', 'xo', 'xp-', [12, DIGITS], '-', [12, DIGITS], '-', [32, HEX]),
  kind('Slack app', 'xa', 'pp-1-A', [10, `${DIGITS}ABCDEFGH`], '-', [13, DIGITS], '-', [64, HEX]),
  kind('Google API', 'AI', 'za', [34, WEB], [1, PLAIN]),
  kind('Google OAuth secret', 'GOC', 'SPX-', [27, WEB], [1, PLAIN]),
  kind('Google access', 'ya', '29.', [100, WEB], [10, PLAIN]),
  kind('AWS key id', 'AK', 'IA', [16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567']),
  kind('AWS temporary key id', 'AS', 'IA', [16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567']),
  kind('Stripe live', 'sk', '_live_', [24, PLAIN]),
  kind('Stripe test', 'sk', '_test_', [24, PLAIN]),
  kind('Stripe restricted', 'rk', '_live_', [24, PLAIN]),
  kind('Stripe webhook', 'wh', 'sec_', [32, PLAIN]),
  kind('SendGrid', 'S', 'G.', [22, WEB], '.', [42, WEB], [1, PLAIN]),
  kind('Hugging Face', 'h', 'f_', [34, LETTERS]),
  kind('Replicate', 'r', '8_', [37, PLAIN]),
  kind('npm', 'np', 'm_', [36, PLAIN]),
  kind('PyPI', 'py', 'pi-AgEIcHlwaS5vcmc', [80, WEB], [10, PLAIN]),
  kind('DigitalOcean', 'do', 'p_v1_', [64, HEX]),
  kind('Perplexity', 'pp', 'lx-', [48, PLAIN]),
  kind('Groq', 'gs', 'k_', [52, PLAIN]),
  kind('xAI', 'xa', 'i-', [80, PLAIN]),
  kind('Tavily', 'tv', 'ly-', [32, PLAIN]),
  kind('Fireworks', 'f', 'w_', [24, PLAIN]),
  kind('Notion', 'nt', 'n_', [46, PLAIN]),
  kind('NVIDIA', 'nv', 'api-', [63, WEB], [1, PLAIN]),
  kind('Databricks', 'da', 'pi', [32, HEX]),
  kind('Docker', 'dc', 'kr_pat_', [26, WEB], [1, PLAIN]),
  kind('Shopify', 'sh', 'pat_', [32, HEX]),
  kind('Linear', 'li', 'n_api_', [40, PLAIN]),
  kind('Figma', 'fi', 'gd_', [39, WEB], [1, PLAIN]),
  kind('Vault', 'hv', 's.', [89, WEB], [1, PLAIN]),
  kind('Doppler', 'dp', '.pt.', [43, PLAIN]),
  kind('Matrix', 'sy', 't_', [12, PLAIN], '_', [20, LETTERS], '_', [6, PLAIN]),
  kind('age', 'AGE-SEC', 'RET-KEY-1', [58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L']),
  kind('Telegram bot', [10, '123456789'], ':AA', [32, WEB], [1, PLAIN]),
  kind('Zhipu', [32, HEX], '.', [16, PLAIN]),
  kind('JWT', 'ey', 'JhbGciOiJIUzI1NiJ9.eyJ', [60, PLAIN], '.', [42, WEB], [1, PLAIN]),
]
