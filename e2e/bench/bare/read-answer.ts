export type BareAnswer = { readonly text: string; readonly tools: readonly { readonly id: string }[] }

type Chunk = { choices: { delta: { content?: string; tool_calls?: { id: string }[] } }[] }

/** Reads a streamed answer with nothing but fetch and JSON. */
export async function readAnswer(response: Response): Promise<BareAnswer> {
  const answer = { text: '', tools: [] as { id: string }[] }
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const { delta } = (JSON.parse(line.slice(6)) as Chunk).choices[0] ?? { delta: {} }
      answer.text += delta.content ?? ''
      answer.tools.push(...(delta.tool_calls ?? []))
    }
  }
  return answer
}
