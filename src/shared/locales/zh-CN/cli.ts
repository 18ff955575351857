import type { Translated } from '../translated.ts'
import type { cli as english } from '../en/cli.ts'

export const cli: Translated<typeof english> = {
  usage:
    '用法：muster run "<任务>" [--folder 文件夹] [--data 文件夹] [--base-url 地址] [--model 名称] [--mode ask|auto|full] [--set 键=值] [--json] [--timeout 秒]',
  unknownCommand: '没有 {{command}} 这个命令。',
  unknownOption: '没有 {{option}} 这个选项。',
  missingValue: '{{option}} 需要一个值。',
  badValue: '{{option}} 不能是 {{value}}。',
  missingTask: '请说明要做什么：muster run "<任务>"',
  fullRefused: 'full 模式需要终端，或设置 MUSTER_ALLOW_FULL=1。',
  needsPerson: '{{asker}} 想对 {{target}} 使用 {{tool}}，需要由人决定：请打开 Muster 答复。',
  timedOut: '{{seconds}} 秒后仍未完成。',
  failed: '{{title}}。{{body}}',
}
