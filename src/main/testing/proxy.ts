import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

export type TestProxy = AsyncDisposable & {
  readonly url: string
  /** `host:port` of every tunnel that was asked for, oldest first. */
  readonly tunnels: readonly string[]
}

/** `credentials`: only who brings them is let through. `hangs`: takes connections and answers nothing. */
export type ProxyManners = {
  readonly credentials?: { readonly name: string; readonly password: string }
  readonly hangs?: boolean
}

/** A proxy that digs tunnels, all of them to one port of this computer, whatever host is named. */
export async function openProxy(
  targetPort: number,
  { credentials, hangs = false }: ProxyManners = {},
): Promise<TestProxy> {
  const tunnels: string[] = []
  const sockets = new Set<Socket>()
  const wanted = credentials && `Basic ${btoa(`${credentials.name}:${credentials.password}`)}`
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request, client: Socket) => {
    client.on('error', () => client.destroy())
    tunnels.push(request.url ?? '')
    if (hangs) return
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const target = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    sockets.add(target)
    target.on('error', () => target.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = credentials
    ? `${encodeURIComponent(credentials.name)}:${encodeURIComponent(credentials.password)}@`
    : ''
  return {
    url: `http://${at}127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
