// Serves the metrics at a separate port. The default address is the loopback address. A worker listens on no other
// port.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { prometheusContentType } from 'prom-client'
import { type Config, ConfigError } from '../config.ts'
import type { Refusal } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { codeOf } from '../lib/thrown.ts'
import { SECOND } from '../limits.ts'
import { type Metrics, sendToken } from './metrics.ts'
import { createWrongCredentials, type WrongCredentials } from './wrong-credentials.ts'

/** These limits are low, because a scraper sends short requests and needs few connections. */
const limits = {
  requestTimeout: 20 * SECOND,
  headersTimeout: 20 * SECOND,
  keepAliveTimeout: 72 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
}
const MOST_CONNECTIONS = 100

/** The parts of the metrics that the port needs. */
type ServedMetrics = Pick<Metrics, 'text' | 'admits'>

export interface MetricsPort {
  url: string
  close(): Promise<void>
}

/** Serves the metrics at METRICS_PORT. Throws ConfigError if the port cannot be opened. */
export async function openMetricsPort(
  metrics: ServedMetrics,
  port: number,
  { metricsHost: host }: Config,
  clock: Clock,
): Promise<MetricsPort> {
  const wrongCredentials = createWrongCredentials(clock)
  const server = createServer(limits, (request, response) => void answer(metrics, wrongCredentials, request, response))
  server.maxConnections = MOST_CONNECTIONS
  try {
    await listening(server, port, host)
  } catch (error) {
    throw new ConfigError(
      `Cannot listen on METRICS_HOST ${host} and METRICS_PORT ${port} (${codeOf(error)}). Give each command its own port.`,
    )
  }
  return { url: urlOf(server), close: () => closed(server) }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function urlOf(server: Server): string {
  // The cast is safe: address() returns a string only for a Unix socket, and this server listens on a port.
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}

async function answer(
  metrics: ServedMetrics,
  wrongCredentials: WrongCredentials,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  if (request.url?.split('?')[0] !== '/metrics') return void send(404, 'This port serves only /metrics.\n')
  if (request.method !== 'GET' && request.method !== 'HEAD') return void send(405, '/metrics supports only GET.\n')
  const { authorization } = request.headers
  if (!metrics.admits(authorization)) {
    const refusal: Refusal = { code: 'invalid_token', message: sendToken }
    const { retryAfter, message } =
      authorization === undefined ? refusal : wrongCredentials.refusalOf(request.socket.remoteAddress ?? '', refusal)
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    return void send(retryAfter === undefined ? 401 : 429, `${message}\n`)
  }
  const text = await metrics.text().catch(() => undefined)
  if (text === undefined) return void send(503, 'The metrics cannot be read. The log contains the reason.\n')
  send(200, text, prometheusContentType)
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
