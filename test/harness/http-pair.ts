// Two HTTP email providers for tests of failover: a primary that can fail in three ways, and a secondary that always
// works. Both have the API of Postmark.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReceivedMessage } from './mail-pair.ts'

/** The ways in which the primary fails. */
export type HttpFault = 'refuse' | 'reset' | 'hang'

export interface HttpPair {
  /** The URLs of the two providers' APIs. */
  primaryUrl: string
  secondaryUrl: string
  /** Returns the messages that the primary received completely, in their order. */
  atPrimary(): ReceivedMessage[]
  atSecondary(): ReceivedMessage[]
  fail(fault: HttpFault): Promise<void>
  /** Makes the primary work again. Closes its open connections. */
  recover(): Promise<void>
  stop(): Promise<void>
}

export async function startHttpPair(): Promise<HttpPair> {
  const primary = await startApi()
  const secondary = await startApi()
  return {
    primaryUrl: primary.url,
    secondaryUrl: secondary.url,
    atPrimary: () => primary.received,
    atSecondary: () => secondary.received,
    async fail(fault) {
      if (fault === 'refuse') await primary.close()
      else primary.setFault(fault)
    },
    recover: () => primary.restart(),
    async stop() {
      await Promise.all([primary.close(), secondary.close()])
    },
  }
}

async function startApi() {
  const received: ReceivedMessage[] = []
  let fault: HttpFault | undefined
  const listen = async (port: number): Promise<Server> => {
    // Idle connections stay open, so that no request is sent into a closing connection.
    const created = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      const chunks: Buffer[] = []
      request.on('error', () => {})
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { To } = JSON.parse(Buffer.concat(chunks).toString())
        received.push({ to: addressIn(To), at: performance.now() })
        if (fault === 'hang') return
        if (fault === 'reset') return response.destroy()
        const body = JSON.stringify({ ErrorCode: 0, Message: 'OK', MessageID: `message-${received.length}`, To })
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        response.end(body)
      })
    })
    await new Promise<void>((resolve) => created.listen(port, '127.0.0.1', resolve))
    return created
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const close = async () => {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close,
    setFault(next: HttpFault) {
      fault = next
    },
    async restart() {
      fault = undefined
      if (server.listening) server.closeAllConnections()
      else server = await listen(port)
    },
  }
}

/** Returns the address of a mailbox, which may have a name: `"Name" <user@shop.example>`. */
function addressIn(mailbox: string): string {
  return mailbox.slice(mailbox.lastIndexOf('<') + 1).replace('>', '')
}
