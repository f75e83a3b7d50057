// Management routes of a workspace's overview page. They return its figures, its conditions and the first steps.
import { Type } from 'typebox'
import { refuseInvalid } from '../../errors.ts'
import { isTimeZone } from '../../lib/text/time-zone.ts'
import { DAY, figures } from '../../limits.ts'
import { createFigureCounts } from '../../overview/figures/counts.ts'
import { figuresOf } from '../../overview/figures/figures.ts'
import { type Period, periods, rangeBetween, rangeOfPeriod } from '../../overview/figures/range.ts'
import { gettingStarted } from '../../overview/getting-started.ts'
import { overviewOf } from '../../overview/overview.ts'
import { requireWorkspace } from '../../workspaces/workspaces.ts'
import type { HttpDeps } from '../deps.ts'
import { hasRole } from './access/access.ts'
import { type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { body, channel, dateOf, dateTime, id, inWorkspace } from './shapes.ts'

export function overviewRoutes(app: ManageApp, { db, clock, seal, health }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/overview',
    route(read('viewer'), 'readOverview', 'Read the overview of a workspace', {
      description:
        'The overview contains the usage, the channels, the last hour, the last thirty days, the health and the current problems.',
      params: inWorkspace,
      response: { 200: 'Overview' },
    }),
    async (request) => overviewOf(db, clock.now(), request.params.ws, await health(), visibilityOf(request)),
  )

  app.get(
    '/workspaces/:ws/getting-started',
    route(read('viewer'), 'readGettingStarted', 'Read the first steps of a workspace', {
      description: 'The data of the workspace determine whether a step is done.',
      params: inWorkspace,
      response: { 200: 'GettingStarted' },
    }),
    async (request) => gettingStarted(db, clock.now(), seal, request.params.ws, hasRole(request.role, 'admin')),
  )
}

const MOST_DAYS = figures.longest / DAY

const figureQuery = {
  period: Type.Optional(
    Type.Enum([...periods], {
      type: 'string',
      description:
        'The last 60 minutes, 24 hours, 7 days or 30 days. Default: day. Cannot be combined with from and to.',
    }),
  ),
  from: Type.Optional(
    dateTime(`The start of the period, rounded down to the hour. At most ${MOST_DAYS} days before to.`),
  ),
  to: Type.Optional(dateTime('The end of the period, rounded up to the hour. Default: now.')),
  source: Type.Optional(id),
  channel: Type.Optional(channel),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The IANA time zone in which days start, for example Europe/Rome. Default: the time zone of the workspace.',
    }),
  ),
}

export function figureRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  const counts = createFigureCounts(db)
  app.get(
    '/workspaces/:ws/figures',
    route(read('viewer'), 'readFigures', 'Read the figures of a period', {
      description:
        'The figures of live messages that were accepted in the period, by their current status. The list of deliveries with the same `from`, `to`, `source` and `channel` contains these messages. A request counts at most 20,000 messages. If there are more, `progress` is `counting`, and the next request continues.',
      params: inWorkspace,
      querystring: body(figureQuery),
      response: { 200: 'Figures' },
    }),
    async (request) => {
      const { period, from, to, source, channel, time_zone } = request.query
      const now = clock.now()
      const workspace = await requireWorkspace(db, request.params.ws)
      const zone = time_zone ?? workspace.time_zone
      if (!isTimeZone(zone)) refuseInvalid({ time_zone: ['is not the name of a time zone, such as Europe/Rome'] })
      const range = rangeOf({ period, from, to }, now, zone)
      const visibility = visibilityOf(request)
      return figuresOf(db, counts, now, request.params.ws, { range, zone, source, channel, visibility })
    },
  )
}

interface ChosenRange {
  period: Period | undefined
  from: string | undefined
  to: string | undefined
}

function rangeOf({ period, from, to }: ChosenRange, now: Date, zone: string) {
  if (from === undefined && to === undefined) return rangeOfPeriod(period ?? 'day', now, zone)
  if (period !== undefined) refuseInvalid({ period: ['cannot be combined with from and to'] })
  if (from === undefined) return refuseInvalid({ from: ['is required if to is given'] })
  return rangeBetween(dateOf('from', from), to === undefined ? now : dateOf('to', to), now, zone)
}
