import type { Translated } from '../translated.ts'
import type { errors as english, unnamed as englishUnnamed } from '../en/errors.ts'

export const errors: Translated<typeof english> = {
  invalid_input: { title: '这个值用不了', body: '有一处不合要求：{{issue}}。改好再试。' },
  invalid_transition: {
    title: '情况已经变了',
    body: '有别的动作先到一步，这一步不再适用。现在看到的是最新状态。',
  },
  not_found: { title: '它已经不在了', body: '找不到这一项了。请返回重新选择。' },
  unknown_call: { title: '窗口提出了未知的请求', body: '窗口与程序的版本不一致。请重新启动 Muster。' },
  forbidden_sender: { title: '有个请求被拒绝了', body: '它不是 Muster 的窗口发出的。什么都没有执行。' },
  folder_missing: {
    title: '读不到这个文件夹',
    body: '{{path}}不见了、被移走了，或者没有读取权限。请放回原处，或选择别的文件夹。',
  },
  folder_refused: {
    title: '这个文件夹范围太大',
    body: '{{path}}是整个磁盘、主目录，或 Muster 存放数据的地方。请选择其中的某个文件夹。',
  },
  data_in_use: {
    title: '另一个 Muster 正在使用这份数据',
    body: '数据文件夹 {{path}} 已在别处打开。请退出那一个，或换一个数据文件夹启动。',
  },
  data_newer: { title: '数据比这个 Muster 新', body: '它由更新的版本写入。请更新 Muster；数据没有改动。' },
  data_unreadable: {
    title: '打不开数据',
    body: '{{path}} 里的数据库已损坏，或该位置没有读写权限，已原样保留。请开放权限、恢复备份，或换一个数据文件夹启动。',
  },
  disk_full: {
    title: '磁盘已满',
    body: '{{path}} 里无法再写入任何内容。请在该磁盘上腾出空间再试。已保存的内容都在，你输入的内容也还在原处。',
  },
  settings_broken: {
    title: '设置文件无效',
    body: '{{path}} 已原样保留，目前使用默认值。请改正它，或在这里改一项设置以重新写入。',
  },
  network_ignored: {
    title: '部分网络设置没有生效',
    body: '环境变量 {{issue}} 给出的不是可用的代理，或者文件里没有证书，因此没有采用。改正后请重新启动 Muster。',
  },
  model_missing: { title: '还没有设置模型', body: '智能体需要一个接口地址和一个模型。请在设置里填写。' },
  model_unauthorized: {
    title: '密钥没有被接受',
    body: '{{host}}表示密钥有误、已过期或已作废。请在设置里换一个密钥。',
  },
  model_no_credit: {
    title: '账户余额用完了',
    body: '{{host}}报告余额或额度已用尽。请去充值，或换一个模型，然后继续。',
  },
  model_forbidden: {
    title: '这个密钥不能用这个模型',
    body: '{{host}}不允许这个密钥使用 {{model}}。请换模型或换密钥。',
  },
  model_unknown: {
    title: '服务方不认识这个模型',
    body: '{{host}}没有 {{model}}，或者接口地址不对。请在设置里查询可用模型。',
  },
  model_rate_limited: {
    title: '请求太频繁',
    body: '{{host}}要求暂停一下。稍等片刻再继续；减少同时进行的任务也有帮助。',
  },
  model_overflow: {
    title: '对话太长，装不下了',
    body: '这次请求超出了 {{model}} 的窗口。请在新对话里继续，或换一个窗口更大的模型。',
  },
  model_rejected: {
    title: '服务方拒绝了请求',
    body: '{{host}}没有接受它；如果对方说了什么，原话见下。请检查接口地址，或换个模型。',
  },
  model_unavailable: {
    title: '服务方出了故障',
    body: '问题出在{{host}}那边。此前的内容都保留着，过一会儿再继续。',
  },
  model_unreachable: {
    title: '连不上服务方',
    body: '{{host}}没有应答。请检查网络、服务是否在运行、接口地址是否正确，然后继续。',
  },
  model_timeout: {
    title: '模型太久没有回应',
    body: '{{host}}没有按时送来任何内容。此前的内容都保留着，点“继续”再问一次。',
  },
  model_cut: {
    title: '回答中途断了',
    body: '与{{host}}的连接中途结束。已收到的内容保留着，点“继续”接着来。',
  },
  model_length: {
    title: '回答超出了长度上限',
    body: '{{model}} 达到最大长度，在中途停下。已收到的内容保留着，点“继续”接着来。',
  },
  model_empty: {
    title: '模型什么也没说',
    body: '{{model}} 既没有给出文字，也没有给出下一步。点“继续”再问一次，或换一个模型。',
  },
  budget_spent: {
    title: '今天的预算已用完',
    body: '这个对话今天可用的额度已经用完。可以在设置里提高预算，或者明天再继续。',
  },
  model_loop: { title: '智能体在兜圈子', body: '它一遍遍重复同一个调用，所以被停下了。请告诉它换个做法。' },
  worker_lost: {
    title: '这项任务的进程没了',
    body: '它崩溃了、被外部终止，或者再无动静。已完成的部分随结果一起保留。',
  },
  worker_flooded: {
    title: '这项任务的进程发来的消息太多',
    body: '它用消息淹没了应用，所以被结束了。已完成的部分随结果一起保留。',
  },
  stalled: {
    title: '没有进展',
    body: '它太久没有任何进展，所以被结束了。已完成的部分随结果一起保留。',
  },
  stopped: { title: '已停止', body: '应要求结束。此前完成的部分都保留着。' },
  timed_out: { title: '时间用完了', body: '已到总时限。此前完成的部分都保留着。' },
  max_steps: {
    title: '步数用完了',
    body: '智能体用完了全部步数。点“继续”再给它同样多，或在设置里提高上限。',
  },
  approval_stale: { title: '问题已经变了', body: '你看到的已不是将要执行的内容，所以没有放行。请再看一遍。' },
  secrets_unavailable: { title: '这个系统没有安全存储', body: '密钥只保留到退出为止，不会写入磁盘。' },
  internal: { title: 'Muster 出了故障', body: '这本不该发生。原因记在日志里；已提交的内容都是安全的。' },
}

export const unnamed: Translated<typeof englishUnnamed> = {
  host: '服务方',
  model: '该模型',
  path: '这个文件夹',
  issue: '它不是这里需要的内容',
}
