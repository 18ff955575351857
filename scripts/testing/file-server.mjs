// A server on this computer that stands in for the network.

import { createServer } from 'node:http'

/**
 * @typedef {import('node:http').RequestListener} Answer
 * @typedef {{ url: string, requests: string[], ranges: (string | undefined)[] } & AsyncDisposable} FileServer
 *   `url` ends in a slash
 */

/** @param {Answer} answer @returns {Promise<FileServer>} */
export async function startFileServer(answer) {
  /** @type {string[]} */
  const requests = []
  /** @type {(string | undefined)[]} */
  const ranges = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    ranges.push(request.headers.range)
    return answer(request, response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    ranges,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends a file as a download host does, ranges included. @param {Buffer} content @returns {Answer} */
export const sendFile = (content) => (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from })
  response.end(content.subarray(from))
}

/**
 * Sends half of it and breaks off as soon as some of that has arrived.
 *
 * @param {Buffer} content
 * @param {() => boolean} hasArrived
 * @returns {Answer}
 */
export const sendHalf = (content, hasArrived) => (_request, response) => {
  response.writeHead(200, { 'content-length': content.length })
  response.write(content.subarray(0, content.length / 2))
  const timer = setInterval(() => {
    if (!hasArrived()) return
    clearInterval(timer)
    response.destroy()
  }, 5)
}
