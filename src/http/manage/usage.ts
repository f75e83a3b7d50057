// Management route of the SMS messages of a month and their costs at the providers.
import { Type } from 'typebox'
import { smsUsageOf } from '../../workspaces/sms-usage.ts'
import type { HttpDeps } from '../deps.ts'
import { type ManageApp, read, route } from './access/rules.ts'
import { body, inWorkspace } from './shapes.ts'

export function usageRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/usage/sms',
    route(read('viewer'), 'readSmsUsage', 'Read the SMS messages of a month and their costs', {
      description:
        'The costs are estimates: the current `prices` of the connections, times the segments of the live messages that the provider accepted. Messages of removed connections, and messages older than the retention, are not included.',
      params: inWorkspace,
      querystring: body({
        month: Type.Optional(
          Type.String({
            pattern: '^20\\d{2}-(0[1-9]|1[0-2])$',
            maxLength: 7,
            examples: ['2030-01'],
            description: 'The month. Default: the current month, in UTC.',
          }),
        ),
      }),
      response: { 200: 'SmsUsage' },
    }),
    async ({ params, query }) => smsUsageOf(db, params.ws, clock.now(), query.month),
  )
}
