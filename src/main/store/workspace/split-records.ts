export type RecordOptions = {
  /** The byte that ends each record. */
  readonly separator: number
  /** A longer record is not kept. */
  readonly mostBytes: number
  /** Null: a record that was too long. */
  readonly onRecord: (record: Buffer | null) => void
}

/** Cuts a stream of bytes into records, whatever the chunks they come in; one without an end never comes. */
export function splitRecords({ separator, mostBytes, onRecord }: RecordOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let size = 0
  const take = (part: Buffer): void => {
    size += part.length
    if (size <= mostBytes) parts.push(part)
    else parts = []
  }
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(separator); end >= 0; end = chunk.indexOf(separator, start)) {
      take(chunk.subarray(start, end))
      onRecord(size <= mostBytes ? Buffer.concat(parts) : null)
      parts = []
      size = 0
      start = end + 1
    }
    take(chunk.subarray(start))
  }
}
