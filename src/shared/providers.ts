/** A vendor of models behind a protocol like OpenAI's. Names are proper names and need no translation. */
export type Provider = {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  /** Where a person gets a key. */
  readonly keysUrl: string
  /** What its keys look like; vendors share shapes, so a key may fit several. */
  readonly keyShape: RegExp
  /** Environment variables that usually hold its key, and the one that names another address. */
  readonly variables: readonly string[]
  readonly baseUrlVariable: string | null
}

/** In the order in which they are offered. Any other endpoint is named by its address. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keysUrl: 'https://platform.openai.com/api-keys',
    keyShape: /^sk-(proj|svcacct|admin)-|^sk-\w+T3BlbkFJ\w+$/,
    variables: ['OPENAI_API_KEY'],
    baseUrlVariable: 'OPENAI_BASE_URL',
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keysUrl: 'https://console.anthropic.com/settings/keys',
    keyShape: /^sk-ant-/,
    variables: ['ANTHROPIC_API_KEY'],
    baseUrlVariable: null,
  },
  {
    id: 'gemini',
    name: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keysUrl: 'https://aistudio.google.com/apikey',
    keyShape: /^AIza[\w-]{35}$/,
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrlVariable: null,
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keysUrl: 'https://openrouter.ai/keys',
    keyShape: /^sk-or-/,
    variables: ['OPENROUTER_API_KEY'],
    baseUrlVariable: null,
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keysUrl: 'https://platform.deepseek.com/api_keys',
    keyShape: /^sk-[0-9a-f]{32}$/,
    variables: ['DEEPSEEK_API_KEY'],
    baseUrlVariable: null,
  },
  {
    id: 'qwen',
    name: 'Qwen',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keysUrl: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
    keyShape: /^sk-[0-9a-f]{32}$/,
    variables: ['DASHSCOPE_API_KEY'],
    baseUrlVariable: null,
  },
  {
    id: 'kimi',
    name: 'Kimi',
    baseUrl: 'https://api.moonshot.cn/v1',
    keysUrl: 'https://platform.moonshot.cn/console/api-keys',
    keyShape: /^sk-(?!\w*T3BlbkFJ)[A-Za-z0-9]{48}$/,
    variables: ['MOONSHOT_API_KEY'],
    baseUrlVariable: null,
  },
  {
    id: 'glm',
    name: 'GLM',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keysUrl: 'https://open.bigmodel.cn/usercenter/proj-mgmt/apikeys',
    keyShape: /^[0-9a-f]{32}\.\w{16}$/,
    variables: ['ZHIPUAI_API_KEY'],
    baseUrlVariable: null,
  },
  {
    id: 'siliconflow',
    name: 'SiliconFlow',
    baseUrl: 'https://api.siliconflow.cn/v1',
    keysUrl: 'https://cloud.siliconflow.cn/account/ak',
    keyShape: /^sk-[a-z]{48}$/,
    variables: ['SILICONFLOW_API_KEY'],
    baseUrlVariable: null,
  },
]

/** The vendor whose host this address names; undefined for any other endpoint. */
export const providerAt = (baseUrl: string): Provider | undefined =>
  PROVIDERS.find(
    ({ baseUrl: own }) => URL.canParse(baseUrl) && new URL(own).origin === new URL(baseUrl).origin,
  )

/** Whose key this may be, going by its look. Nothing is sent to find out. */
export const guessProviders = (key: string): readonly Provider[] =>
  PROVIDERS.filter(({ keyShape }) => keyShape.test(key.trim()))
