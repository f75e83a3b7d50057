// GET /metrics at the port of the service.
import type { FastifyInstance } from 'fastify'
import { prometheusContentType } from 'prom-client'
import type { HttpDeps } from '../deps.ts'
import { sendRefusal } from '../errors.ts'
import { sendToken } from '../metrics.ts'

/** The port is public, so serve the metrics only if METRICS_TOKEN is set. */
export function metricsRoute(app: FastifyInstance, { metrics, config, wrongCredentials }: HttpDeps): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (metrics === undefined || config.metricsToken === undefined)
      return sendRefusal(reply, {
        code: 'not_found',
        message: 'Set METRICS_TOKEN to read the metrics here, or METRICS_PORT for a separate port.',
      })
    const { authorization } = request.headers
    if (!metrics.admits(authorization)) {
      const refusal = { code: 'invalid_token', message: sendToken } as const
      return sendRefusal(reply, authorization === undefined ? refusal : wrongCredentials.refusalOf(request.ip, refusal))
    }
    return reply.type(prometheusContentType).send(await metrics.text())
  })
}
