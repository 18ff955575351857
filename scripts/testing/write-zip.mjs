// A zip archive of a few small files, uncompressed, with the attributes of Unix.

import { crc32 } from 'node:zlib'

/** @typedef {{ name: string, content: string, mode: number }} ZipEntry `mode` is that of stat, type included */

/** @param {readonly ZipEntry[]} entries @returns {Buffer} */
export function writeZip(entries) {
  /** @type {Buffer[]} */
  const files = []
  /** @type {Buffer[]} */
  const directory = []
  let offset = 0
  for (const { name, content, mode } of entries) {
    const fields = fieldsOf(name, content)
    const file = Buffer.concat([bytes(4, 0x04034b50), fields, Buffer.from(name), Buffer.from(content)])
    const rest = [bytes(2, 0), bytes(2, 0), bytes(2, 0), bytes(4, (mode << 16) >>> 0), bytes(4, offset)]
    directory.push(bytes(4, 0x02014b50), bytes(2, 0x031e), fields, ...rest, Buffer.from(name))
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const count = bytes(2, entries.length)
  const end = [
    bytes(4, 0x06054b50),
    bytes(4, 0),
    count,
    count,
    bytes(4, list.length),
    bytes(4, offset),
    bytes(2, 0),
  ]
  return Buffer.concat([...files, list, ...end])
}

/** What the header of a file and its line in the directory have in common. @param {string} name @param {string} content */
function fieldsOf(name, content) {
  const size = bytes(4, Buffer.byteLength(content))
  const names = [bytes(2, Buffer.byteLength(name)), bytes(2, 0)]
  return Buffer.concat([
    bytes(2, 20),
    bytes(2, 0),
    bytes(2, 0),
    bytes(4, 0),
    bytes(4, crc32(content)),
    size,
    size,
    ...names,
  ])
}

/** @param {number} length @param {number} value */
function bytes(length, value) {
  const buffer = Buffer.alloc(length)
  buffer.writeUIntLE(value, 0, length)
  return buffer
}
