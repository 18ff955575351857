/** Longest list of models that is read, in bytes; thousands of names with all that gateways say of each fit in. */
export const MOST_JSON_BYTES = 32 * 1_024 * 1_024

/**
 * Reads a whole answer as JSON.
 * @throws when it is no JSON or goes on beyond `MOST_JSON_BYTES`
 */
export async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > MOST_JSON_BYTES) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
