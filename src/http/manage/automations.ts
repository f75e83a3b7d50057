// Management: automations and what they did.
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
import { change, type ManageApp, read } from './access/rules.ts'
import { sightOf } from './access/sight.ts'
import { AT, at, listOf, number, string } from './answers/answers.ts'
import {
  andNext,
  body,
  boundedPage,
  channel,
  cursorId,
  described,
  id,
  inWorkspace,
  mode,
  nothing,
  open,
  orNull,
  page,
  pageOf,
  shape,
  TOP,
  text,
} from './shapes.ts'

const trigger = Type.Object(
  {
    type: Type.Enum(['contact.created', 'contact.tagged', 'message.received'], { type: 'string' }),
    tag: Type.Optional({ ...text(100), description: 'Of contact.tagged: which tag.' }),
    keyword: Type.Optional({
      ...text(100),
      description: 'Of message.received: the whole message, case and punctuation around it aside.',
    }),
  },
  { additionalProperties: false },
)
const vars = Type.Record(Type.String(), Type.String({ maxLength: sizes.variable }), {
  description: `For the template; {{name}}, {{email}} or a name of the metadata stands for what is known of the contact. At most ${sizes.values} of them, with ${sizes.variables} characters together where a message is sent.`,
})
const state = Type.Enum(['waiting', 'sent', 'refused'], {
  type: 'string',
  description: 'sent: there is a delivery. refused: there is none, see code and reason.',
})

const fields = {
  name: text(records.name),
  trigger,
  source: { ...id, description: 'Sends it, with its connections.' },
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
        name: orNull(Type.String({ description: 'null: the contact was removed.' })),
      }),
      mode,
      trigger: open('What set it off.'),
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
    {
      config: read('viewer'),
      schema: {
        ...described('listAutomations', 'List automations', { 200: listOf('Automation') }),
        params: inWorkspace,
        querystring: body(page),
      },
    },
    async (request) => {
      const { cursor, limit = 50 } = request.query
      const range = { after: cursorId(cursor, 0), limit }
      return boundedPage(await automationsOf(db, request.params.ws, range, sightOf(request)))
    },
  )

  app.post(
    path,
    {
      bodyLimit: bodies.message,
      config: change('admin', 'automation'),
      schema: {
        ...described('createAutomation', 'Send a template when something happens to a contact, once for each', {
          201: 'Automation',
        }),
        params: inWorkspace,
        body: body(fields),
      },
    },
    async (request) => createAutomation(db, clock.now(), request.params.ws, request.body),
  )

  app.get(
    `${path}/:id`,
    {
      config: read('viewer'),
      schema: {
        ...described('readAutomation', 'An automation, and how often it was set off', { 200: 'AutomationDetail' }),
        params: inAutomation,
      },
    },
    async (request) => automationOf(db, placeOf(request.params), sightOf(request)),
  )

  app.patch(
    `${path}/:id`,
    {
      bodyLimit: bodies.message,
      config: change('admin', 'automation', 'id'),
      schema: {
        ...described('changeAutomation', 'Change an automation, or switch it on or off', { 200: 'Automation' }),
        params: inAutomation,
        body: Type.Partial(body(fields), { additionalProperties: false }),
      },
    },
    async ({ params, body: change }) => changeAutomation(db, clock.now(), placeOf(params), change),
  )

  app.delete(
    `${path}/:id`,
    {
      config: change('admin', 'automation', 'id'),
      schema: {
        ...described('removeAutomation', 'Remove an automation with its runs; what it sent stays', { 204: nothing }),
        params: inAutomation,
      },
    },
    async (request) => removeAutomation(db, placeOf(request.params)),
  )
}

export function automationRunRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    `${path}/:id/runs`,
    {
      config: read('viewer'),
      schema: {
        ...described('listAutomationRuns', 'For whom it was set off and what came of it, newest first', {
          200: listOf('AutomationRun'),
        }),
        params: inAutomation,
        querystring: body({ ...page, state: Type.Optional(state) }),
      },
    },
    async ({ params, query: { cursor, limit = 50, state } }) =>
      pageOf(await runsOf(db, placeOf(params), { state, before: cursorId(cursor, TOP), limit: andNext(limit) }), limit),
  )
}
