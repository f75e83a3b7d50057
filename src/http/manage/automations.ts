// Management routes of automations and their runs.
import { Type } from 'typebox'
import {
  automationOf,
  automationsOf,
  changeAutomation,
  createAutomation,
  removeAutomation,
  runsOf,
} from '../../automations/rules.ts'
import { bodies, lengths, records, sizes } from '../../limits.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { AT, at, listOf, number, string } from './answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  boundedPage,
  channel,
  cursorId,
  id,
  inWorkspace,
  mode,
  nothing,
  open,
  orNull,
  page,
  pageOf,
  shape,
  text,
  withLookahead,
} from './shapes.ts'

const trigger = Type.Object(
  {
    type: Type.Enum(['contact.created', 'contact.tagged', 'message.received'], { type: 'string' }),
    tag: Type.Optional({ ...text(100), description: 'For contact.tagged: the tag.' }),
    keyword: Type.Optional({
      ...text(100),
      description:
        'For message.received: the keyword. The whole message must equal the keyword. Upper and lower case and surrounding punctuation make no difference.',
    }),
  },
  { additionalProperties: false },
)
const vars = Type.Record(Type.String(), Type.String({ maxLength: sizes.variable }), {
  description: `Values for the template. {{name}}, {{email}} and the keys of the metadata are replaced with data of the contact. At most ${sizes.values} values; when a message is sent, they have at most ${sizes.variables} characters together.`,
})
const state = Type.Enum(['waiting', 'sent', 'refused'], {
  type: 'string',
  description:
    'sent: the run created a delivery. refused: the run created no delivery. The fields code and reason state the cause.',
})

const fields = {
  name: text(records.name),
  trigger,
  source: { ...id, description: 'The source whose connections send the message.' },
  template: text(lengths.templateSlug),
  channel: Type.Optional(orNull(channel)),
  vars: Type.Optional(vars),
  enabled: Type.Optional(Type.Boolean()),
}

const automation = {
  id: number,
  name: string,
  trigger,
  source: number,
  template: string,
  channel: orNull(channel),
  vars,
  enabled: Type.Boolean(),
  created_at: at,
  updated_at: at,
}
const example = {
  id: 2,
  name: 'Welcome new customers',
  trigger: { type: 'contact.tagged', tag: 'customer' },
  source: 1,
  template: 'welcome',
  channel: null,
  vars: { name: '{{name}}' },
  enabled: true,
  created_at: AT,
  updated_at: AT,
}

export const automationShapes = [
  shape('Automation', automation, example),
  shape(
    'AutomationDetail',
    { ...automation, runs: Type.Object({ waiting: number, sent: number, refused: number }) },
    { ...example, runs: { waiting: 0, sent: 318, refused: 4 } },
  ),
  shape(
    'AutomationRun',
    {
      id: number,
      contact: Type.Object({
        id: number,
        name: orNull(Type.String({ description: 'The contact of the run. null if the contact was removed.' })),
      }),
      mode,
      trigger: open('The trigger of the run.'),
      state,
      delivery_id: orNull(number),
      code: orNull(string),
      reason: orNull(string),
      at,
      ended_at: orNull(at),
    },
    {
      id: 31,
      contact: { id: 5, name: 'Mario Rossi' },
      mode: 'live',
      trigger: { type: 'contact.tagged', tag: 'customer' },
      state: 'sent',
      delivery_id: 17,
      code: null,
      reason: null,
      at: AT,
      ended_at: AT,
    },
  ),
]

const path = '/workspaces/:ws/automations'
const inAutomation = Type.Object({ ws: id, id })
const placeOf = (params: { ws: number; id: number }) => ({ workspaceId: params.ws, id: params.id })

export function automationRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    path,
    route(read('viewer'), 'listAutomations', 'List automations', {
      params: inWorkspace,
      querystring: body(page),
      response: { 200: listOf('Automation') },
    }),
    async (request) => {
      const { cursor, limit = 50 } = request.query
      const range = { after: cursorId(cursor, 0), limit }
      return boundedPage(await automationsOf(db, request.params.ws, range, visibilityOf(request)))
    },
  )

  app.post(
    path,
    {
      bodyLimit: bodies.message,
      ...route(change('admin', 'automation'), 'createAutomation', 'Create an automation', {
        description:
          'An automation sends a template when an event of a contact triggers it. It runs at most once for each contact.',
        params: inWorkspace,
        body: body(fields),
        response: { 201: 'Automation' },
      }),
    },
    async (request) => createAutomation(db, clock.now(), request.params.ws, request.body),
  )

  app.get(
    `${path}/:id`,
    route(read('viewer'), 'readAutomation', 'Read an automation and the number of its runs', {
      params: inAutomation,
      response: { 200: 'AutomationDetail' },
    }),
    async (request) => automationOf(db, placeOf(request.params), visibilityOf(request)),
  )

  app.patch(
    `${path}/:id`,
    {
      bodyLimit: bodies.message,
      ...route(change('admin', 'automation', 'id'), 'changeAutomation', 'Change an automation', {
        description: 'Use `enabled` to switch the automation on or off.',
        params: inAutomation,
        body: Type.Partial(body(fields), { additionalProperties: false }),
        response: { 200: 'Automation' },
      }),
    },
    async ({ params, body: change }) => changeAutomation(db, clock.now(), placeOf(params), change),
  )

  app.delete(
    `${path}/:id`,
    route(change('admin', 'automation', 'id'), 'removeAutomation', 'Remove an automation with its runs', {
      description: 'The messages that the automation sent are kept.',
      params: inAutomation,
      response: { 204: nothing },
    }),
    async (request) => removeAutomation(db, placeOf(request.params)),
  )
}

export function automationRunRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    `${path}/:id/runs`,
    route(read('viewer'), 'listAutomationRuns', 'List the runs of an automation, newest first', {
      params: inAutomation,
      querystring: body({ ...page, state: Type.Optional(state) }),
      response: { 200: listOf('AutomationRun') },
    }),
    async ({ params, query: { cursor, limit = 50, state } }) =>
      pageOf(
        await runsOf(db, placeOf(params), {
          state,
          before: cursorId(cursor, ABOVE_EVERY_ID),
          limit: withLookahead(limit),
        }),
        limit,
      ),
  )
}
