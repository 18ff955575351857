import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type TestProxy = {
  readonly url: string
  /** `host:port` of every tunnel that was asked for, oldest first. */
  readonly tunnels: readonly string[]
}

/** A proxy that digs tunnels, all of them to one port of this computer, whatever host is named. */
export async function startProxy(targetPort: number): Promise<TestProxy> {
  const tunnels: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, client: Socket) => {
    tunnels.push(request.url ?? '')
    const target = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels }
}
