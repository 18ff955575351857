import type { Translated } from '../translated.ts'
import type { cli as english } from '../en/cli.ts'

export const cli: Translated<typeof english> = {
  usage: `用法：
  muster [文件夹] [--data 文件夹]               打开窗口
  muster run "任务" [选项]                      不开窗口完成一项工作并打印答案
  muster answer 编号 allow|deny [--note 说明]   答复一个问题，让工作继续

run 的选项：
  --folder 文件夹       在哪个文件夹里工作
  --data 文件夹         Muster 存放数据的位置（或 MUSTER_DATA）
  --base-url 地址       兼容 OpenAI 的接口地址
  --model 名称          使用的模型
  --mode ask|auto|full  哪些操作不必询问
  --demo                观看演示智能体：示例文件夹中的一段脚本，无需模型
  --trust               允许文件夹自带的内容（如 AGENTS.md）指示智能体
  --set 键=值           只对这一次生效的设置，例如 delegation.maxConcurrentRuns=8
  --json                每行输出一个 JSON 对象
  --timeout 秒          超过这个时间就放弃

密钥取自 MUSTER_API_KEY，其次 OPENAI_API_KEY。
退出码：0 完成，2 需要由人决定，3 失败，4 输入有误。`,
  answerUsage: '请说明答复哪个问题以及如何答复：muster answer 编号 allow|deny',
  unknownCommand: '没有 {{command}} 这个命令。',
  unknownOption: '没有 {{option}} 这个选项。',
  missingValue: '{{option}} 需要一个值。',
  badValue: '{{option}} 不能是 {{value}}。',
  missingTask: '请说明要做什么：muster run "<任务>"',
  demoFolder: '演示只在它自带的示例文件夹中工作：请去掉 --folder。',
  untrusted: '未使用（这个文件夹尚未受信任）：{{files}}。加上 --trust 即可使用。',
  leftOut: '这个文件夹带来的文件中，有 {{count}} 个文件无法读取或过大，未使用。',
  diskFull:
    '磁盘已满：{{path}} 里无法再写入。请在该磁盘上腾出空间；任务会等待，已有内容都会保留，之后自动继续。',
  fullRefused: 'full 模式需要终端，或设置 MUSTER_ALLOW_FULL=1。',
  needsPerson:
    '{{asker}} 想对 {{target}} 使用 {{tool}}，需要由人决定。请用这条命令答复：muster answer {{id}} allow|deny',
  refused:
    '{{reason}} 子代理正在等待，已完成的工作都保留着，不会再发送请求。处理好之后，用同一数据目录打开 Muster，它们会自动继续。',
  paused: '委派已暂停：子代理在队列中等待，不会丢失。请使用 --set delegation.paused=false，或在窗口中恢复。',
  heldUp: '{{reason}} 任务正在等待，将在 {{time}} 自动继续。',
  modelMissing: '请指明接口地址和模型：--base-url 地址 --model 名称。也可以先看演示：muster run --demo',
  noDisplay: '没有可以打开窗口的显示器。没有显示器时请使用命令行：muster run "任务"',
  noFolder: '没有 {{command}} 这个文件夹，也没有这个命令。查看命令：muster --help',
  timedOut: '{{seconds}} 秒后仍未完成。',
  failed: '{{title}}。{{body}}',
}
