// The preference page of a recipient, and the request with which a caller creates a link to it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { brand } from '../../brand.ts'
import { Refused } from '../../errors.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { sizes, wrongRequests } from '../../limits.ts'
import { createPreferenceLink } from '../../recipients/preferences/link.ts'
import { type PreferencePage, preferencePageOf } from '../../recipients/preferences/page.ts'
import {
  type Choice,
  type Choices,
  changeByPage,
  declineEverything,
  liftOptOut,
  saveChoices,
  type Written,
} from '../../recipients/preferences/page-changes.ts'
import { undoChange, undoToken } from '../../recipients/preferences/page-undo.ts'
import { type PreferenceSubject, readPreferenceToken } from '../../recipients/preferences/tokens.ts'
import { languagesOf } from '../accept.ts'
import type { HttpDeps } from '../deps.ts'
import { sendRefusal } from '../errors.ts'
import { createWrongCredentials } from '../wrong-credentials.ts'
import { refuseAfterGate, requireApiKey, requireSender } from './keyed-route.ts'
import { type Notice, type PreferenceProblem, type PreferenceView, preferencesPage } from './preference-html.ts'
import { refuseTooManyLinks, tooManyLinks } from './too-many-links.ts'

const params = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const html = (description: string) => ({ description, content: { 'text/html': { schema: Type.String() } } })
const answers = {
  200: html('The page.'),
  404: html('A page that reports an invalid or expired link.'),
  410: html('A page that reports that the recipient was deleted.'),
  429: tooManyLinks,
  503: Type.Ref('Error'),
}
const path = `/${brand.segment}/preferences/:token`
const route = { tags: ['Recipients'], security: [], params }

type TokenRequest = FastifyRequest<{ Params: { token: string } }>

export function preferencePageRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const { db, clock, readBody, seal } = deps
  const show = createShow(deps)
  const subjectOf = ({ params: { token } }: TokenRequest) => readPreferenceToken(seal, clock.now(), token)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) =>
    readBody(request, (error, body) => done(error, body?.bytes?.toString('utf8') ?? '')),
  )

  app.get<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'preferencesPage',
        summary: 'Show the preferences of a recipient',
        ...route,
        response: answers,
      },
    },
    async (request, reply) => {
      const subject = subjectOf(request)
      const page = subject && (await preferencePageOf(db, subject))
      return show(request, reply, viewOf(page))
    },
  )

  app.post<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'savePreferences',
        summary: 'Save the form of the preference page',
        ...route,
        response: { ...answers, 408: Type.Ref('Error'), 413: Type.Ref('Error') },
      },
    },
    async (request, reply) => {
      const subject = subjectOf(request)
      if (!subject) return show(request, reply, 'unknown')
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const notice = await submit(deps, subject, form)
      const page = await preferencePageOf(db, subject)
      return show(request, reply, page === 'deleted' || !notice ? 'deleted' : { page, notice })
    },
  )
}

export function preferenceLinkRoutes(app: FastifyInstance, deps: HttpDeps): void {
  app.post(
    '/recipients/:id/preference-link',
    {
      // The handler checks the id after the check of the key.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'createPreferenceLink',
        summary: "Create a link to a recipient's preferences",
        description: 'A person with the link can read and change the preferences of this recipient.',
        tags: ['Recipients'],
        security: [{ apiKey: [] }],
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        response: {
          201: Type.Ref('PreferenceLink'),
          401: Type.Ref('Error'),
          403: Type.Ref('Error'),
          404: Type.Ref('Error'),
          429: Type.Ref('TooManyError'),
          503: Type.Ref('Error'),
        },
      },
      onRequest: requireApiKey(deps, 'send'),
      errorHandler: (error, request, reply) =>
        error instanceof Refused ? sendRefusal(reply, error.refusal) : refuseAfterGate(deps, error, request, reply),
    },
    async (request, reply) => {
      const { db, seal, clock, publicUrl } = deps
      const sender = await requireSender(deps, request, reply)
      if (!sender) return reply
      const id = String(fieldsOf(request.params).id)
      const known = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
      const tools = { db, seal, publicUrl: publicUrl() }
      const link = await createPreferenceLink(tools, clock.now(), sender.workspaceId, known, sender.mode)
      return reply.code(201).send(link)
    },
  )
}

/** Applies a form of the page. Returns undefined if the recipient was deleted. */
async function submit({ db, seal, clock }: HttpDeps, subject: PreferenceSubject, form: URLSearchParams) {
  const now = clock.now()
  return changeByPage<Notice>(db, subject, async (tx, owner) => {
    const saved = (written: Written): Notice => ({ kind: 'saved', undo: undoToken(seal, now, subject, written) })
    const [undo, lift] = [form.get('undo'), form.get('lift')]
    if (undo !== null) return { kind: (await undoChange(tx, seal, now, owner, undo)) ? 'saved' : 'late' }
    if (lift !== null) return saved(await liftOptOut(tx, now, owner, lift))
    if (form.has('everything')) return saved(await declineEverything(tx, now, owner))
    return saved(await saveChoices(tx, now, owner, choicesIn(form)))
  })
}

function viewOf(page: PreferencePage | 'deleted' | undefined): PreferenceView | PreferenceProblem {
  if (page === undefined) return 'unknown'
  return page === 'deleted' ? page : { page }
}

function createShow({ clock }: HttpDeps) {
  const wrongTokens = createWrongCredentials(
    clock,
    wrongRequests.links,
    'Too many invalid links were opened from this network. Try again in a minute.',
  )
  return (request: TokenRequest, reply: FastifyReply, view: PreferenceView | PreferenceProblem): FastifyReply => {
    const refusal =
      view === 'unknown'
        ? wrongTokens.refusalOf(request.ip, { code: 'not_found', message: 'This link is invalid.' })
        : undefined
    if (refusal?.code === 'rate_limited') return refuseTooManyLinks(request, reply, refusal)
    const { html, headers } = preferencesPage(view, languagesOf(request.headers))
    const status = view === 'unknown' ? 404 : view === 'deleted' ? 410 : 200
    return reply.code(status).headers(headers).send(html)
  }
}

/** Returns the choices that the form contains. Values that name no category and channel are ignored later. */
function choicesIn(form: URLSearchParams): Choices {
  const read = (name: string) => form.getAll(name).slice(0, sizes.values)
  return { categories: read('shown'), channels: read('channel'), allowed: read('allow').map(choiceIn) }
}

function choiceIn(value: string): Choice {
  const [category = '', channel = ''] = value.split('/')
  return { category, channel }
}
