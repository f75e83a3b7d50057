// A port of its own for the metrics, on the loopback address unless told otherwise: what a worker has, which listens nowhere else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Config, ConfigError } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import { packageVersion } from '../lib/package-root.ts'
import { METRICS_TYPE } from '../metric-kinds.ts'
import type { Database } from '../store/database.ts'
import { createMetrics, type Metrics, sendToken } from './metrics.ts'

export interface OpenMetrics extends Omit<Metrics, 'stop'> {
  /** Where the port of its own is. */
  url: string | undefined
  stop(): Promise<void>
}

/** The metrics of this process, and their own port where METRICS_PORT asks for one. Throws ConfigError when nobody can listen there. */
export async function openMetrics(db: Database, role: string, config: Config, clock: Clock): Promise<OpenMetrics> {
  const metrics = createMetrics(db, clock, config, { role, version: packageVersion() })
  if (config.metricsPort === undefined) return { ...metrics, url: undefined, stop: async () => metrics.stop() }
  const server = createServer((request, response) => void answer(metrics, request, response))
  try {
    await listening(server, config.metricsPort, config.metricsHost)
  } catch (error) {
    metrics.stop()
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `Nobody can listen on METRICS_HOST ${config.metricsHost} and METRICS_PORT ${config.metricsPort} (${code}). Each process needs a port of its own.`,
    )
  }
  const stop = async () => {
    metrics.stop()
    await closed(server)
  }
  return { ...metrics, url: urlOf(server), stop }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}

async function answer(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  if (request.url?.split('?')[0] !== '/metrics') return void say(404, 'There is only /metrics here.\n')
  if (request.method !== 'GET' && request.method !== 'HEAD') return void say(405, 'Only GET is possible here.\n')
  if (!metrics.admits(request.headers.authorization)) return void say(401, `${sendToken}\n`)
  say(200, await metrics.text(), METRICS_TYPE)
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
