import { z } from 'zod'
import type { ToolCall } from '../../../shared/entry.ts'
import type { CheckedCall, ToolBox, ToolSignature } from '../agent/ports.ts'
import { nearestNames } from './nearest-names.ts'
import { parseArguments } from './parse-arguments.ts'
import { toolError, type Tool } from './tool.ts'

/** The tools of one agent, ready for the loop: what the model is told of them, and how its calls are read. */
export function createToolBox(tools: readonly Tool[]): ToolBox {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    signatures: tools.map(signatureOf),
    mayRepeat: ({ name }) => byName.get(name)?.mayRepeat === true,
    check(call: ToolCall): CheckedCall {
      const tool = byName.get(call.name)
      if (tool === undefined)
        return { ok: false, result: toolError(unknownTool(call.name, [...byName.keys()])) }
      const read = parseArguments(tool.input, call.arguments)
      if (!read.ok) return { ok: false, result: toolError(`${tool.name} was not run. ${read.complaint}`) }
      const { value } = read
      return {
        ok: true,
        effect: tool.effect,
        target: tool.target(value),
        run: (context) => tool.run(value, context),
      }
    },
  }
}

/** Working out the JSON Schema of an input takes longer than a step may: once for each input is enough. */
const schemas = new WeakMap<z.ZodType, object>()

function signatureOf({ name, description, input }: Tool): ToolSignature {
  const parameters = schemas.get(input) ?? schemaOf(input)
  schemas.set(input, parameters)
  return { name, description, parameters }
}

/** Without what tells a model nothing: the draft's address, and the bounds that every whole number has. */
function schemaOf(input: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return schema
}

function unknownTool(name: string, names: readonly string[]): string {
  if (names.length === 0)
    return `There is no tool ${JSON.stringify(name)}; you have no tools. Answer with text.`
  const near = nearestNames(name, names)
  const offer = near[0] === undefined ? '' : ` Did you mean ${near[0]}?`
  return `There is no tool ${JSON.stringify(name)}.${offer} Your tools: ${names.join(', ')}.`
}
