// Fills a workspace so that every page of the portal shows data, and lists the paths of these pages.
import { click, sendButtons } from './buttons.ts'
import { detailPaths } from './detail-pages.ts'
import { approvedTemplate, templatePage } from './graph.ts'
import { importFile } from './imports.ts'
import type { TestPortal } from './portal.ts'
import { type Provider, startProvider } from './provider.ts'
import { type BotServer, chatMessage, startBotServer } from './telegram.ts'
import { startWhatsappAccount, type WhatsappAccount } from './whatsapp-account.ts'

/** A name that would run as HTML if a page did not escape it. */
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>'

/** A name that cannot be broken into lines and is wider than a phone. */
const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'

export interface FilledWorkspace {
  /**
   * For each page of the portal, the paths that show it with data. The keys are the paths in the portal's table of
   * pages.
   */
  pagePaths: Record<string, string[]>
  stop(): Promise<void>
}

export async function fillWorkspace(portal: TestPortal): Promise<FilledWorkspace> {
  const [bot, receiver] = await Promise.all([startBotServer(), startProvider()])
  const rule = await makeRule(portal)
  const endpoint = await makeEndpoint(portal, receiver)
  const conversation = await startConversation(portal, bot)
  const deliveries = await sendOnEveryChannel(portal)
  const recipient = await makeRecipient(portal)
  const imported = await importFile(
    portal.test,
    portal.tenant,
    `name,email\nAda,ada@x.example\n${HOSTILE},no`,
    'mode=test',
  )
  await makeTemplates(portal)
  await create(portal, '/categories', { slug: 'news', name: LONG })
  await optOut(portal)
  await spendCredits(portal)
  await portal.test.manage('POST', `${at(portal)}/invitations`, {
    email: `${'invited'.repeat(8)}@x.example`,
    role: 'admin',
  })
  await pressAButton(portal, receiver)
  const account = await startWhatsappAccount(portal.test, portal.tenant)
  await addApprovedTemplates(portal, account)
  await sendUnreadableWebhook(portal, account)
  const { source } = portal.tenant
  return {
    pagePaths: {
      '': [''],
      account: ['account'],
      accounts: ['accounts'],
      tokens: ['tokens'],
      deliveries: ['deliveries?mode=test', 'deliveries'],
      'deliveries/$id': deliveries.map((id) => `deliveries/${id}`),
      'test-inbox': ['test-inbox'],
      conversations: ['conversations'],
      'conversations/$id': [`conversations/${conversation}`],
      inbound: ['inbound', 'inbound?status=unreadable'],
      templates: ['templates'],
      'templates/$slug': ['templates/furnished'],
      'templates/$slug/versions': ['templates/furnished/versions?version=1'],
      'dry-run': ['dry-run'],
      categories: ['categories'],
      layouts: ['layouts'],
      'layouts/$slug': ['layouts/letterhead'],
      recipients: ['recipients?mode=test', 'recipients'],
      'recipients/import': ['recipients/import', `recipients/import?import=${imported.id}`],
      'recipients/$id': [`recipients/${recipient}`],
      suppressions: ['suppressions', 'suppressions?mode=test'],
      automations: ['automations'],
      'automations/$id': [`automations/${rule}`],
      sources: ['sources'],
      'sources/$source': ['connections', 'keys', 'clicks', 'settings'].map((tab) => `sources/${source}?tab=${tab}`),
      'sources/$source/connections/$channel': [
        `sources/${source}/connections/email`,
        `sources/${source}/connections/telegram`,
        `sources/${source}/connections/whatsapp`,
      ],
      'sources/$source/connections/$channel/templates': [`sources/${source}/connections/whatsapp/templates`],
      webhooks: ['webhooks', 'webhooks?tab=callbacks'],
      'webhooks/$id': ['', '?tab=attempts', '?tab=verify'].map((tab) => `webhooks/${endpoint}${tab}`),
      ...(await detailPaths(portal, endpoint)),
      workspace: ['workspace'],
      plan: ['plan'],
      members: ['members'],
      'audit-log': ['audit-log'],
    },
    async stop() {
      await Promise.all([bot.stop(), receiver.stop(), account.stop()])
    },
  }
}

const at = ({ tenant }: TestPortal) => `/workspaces/${tenant.workspace}`

/** Sends a request that must succeed, and returns the response body. */
async function create(portal: TestPortal, path: string, body: object, method = 'POST') {
  const answer = await portal.test.manage(method, `${at(portal)}${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function makeRule(portal: TestPortal): Promise<number> {
  const trigger = { type: 'contact.created' }
  const { id } = await create(portal, '/automations', {
    name: LONG,
    trigger,
    source: portal.tenant.source,
    template: 'hello',
  })
  // One recipient that the automation can reach, and one recipient that it cannot reach.
  await create(portal, '/recipients', { mode: 'test', name: HOSTILE, email: 'reached@x.example' })
  await create(portal, '/recipients', { mode: 'test', name: LONG, locale: 'it' })
  await portal.test.until(async () => {
    const { body } = await portal.test.manage('GET', `${at(portal)}/automations/${id}/runs?state=waiting`)
    return body.data.length === 0
  })
  return id
}

async function makeEndpoint(portal: TestPortal, receiver: Provider): Promise<number> {
  receiver.reply(() => ({ status: 500, body: { error: HOSTILE } }))
  const { id } = await create(portal, '/subscriptions', { url: `${receiver.url}/${LONG}`, events: ['delivery.sent'] })
  return id
}

async function startConversation(portal: TestPortal, bot: BotServer): Promise<number> {
  const { test, tenant } = portal
  const settings = { bot_token: '1:abc', mode: 'polling', api_base: bot.url }
  await create(portal, `/sources/${tenant.source}/connections/telegram`, { settings }, 'PUT')
  await create(portal, '/recipients', { name: LONG, telegram_chat_id: '42' })
  const sent = await test.send(tenant.liveKey, { ...toTelegram('42'), template: 'hello', vars: { name: LONG } })
  await test.settled(tenant, sent.body.delivery_id, 'sent', 'delivered')
  bot.queueUpdates(chatMessage(42, `Thank you. ${HOSTILE}`))
  return test.until(async () => {
    const { body } = await test.manage('GET', `${at(portal)}/conversations`)
    return body.data[0]?.id
  })
}

const toTelegram = (chat: string) => ({ recipient: { telegram_chat_id: chat }, channel: 'telegram' })

/**
 * Sends one message on each channel to the sandbox, and one message that fails. Returns the ids of the first and the
 * last message.
 */
async function sendOnEveryChannel(portal: TestPortal): Promise<[number, number]> {
  const { test, tenant } = portal
  const name = `${HOSTILE} ${LONG}`
  const actions = [{ slug: 'confirm', label: 'Confirm the appointment', callback_url: 'http://127.0.0.1:9/confirm' }]
  const send = async (channel: string, addresses: object) => {
    const { id } = await create(portal, '/recipients', { mode: 'test', name, locale: 'en', ...addresses })
    const { status, body } = await test.send(tenant.testKey, {
      recipient: { id },
      channel,
      template: 'hello',
      vars: { name },
      ...(channel === 'discord' ? {} : { actions }),
    })
    if (status !== 202) throw new Error(`${channel}: ${JSON.stringify(body)}`)
    return body.delivery_id as number
  }
  const first = await send('email', { email: 'read@sandbox.test' })
  await send('whatsapp', { whatsapp_phone: '+15005550002' })
  await send('telegram', { telegram_chat_id: '15005550002' })
  await send('messenger', { messenger_psid: '1234567890' })
  await send('slack', { slack_channel: 'C0123456789' })
  await send('discord', {})
  const last = await send('email', { email: 'bounce@sandbox.test' })
  await test.settled(tenant, last, 'failed')
  return [first, last]
}

async function makeRecipient(portal: TestPortal): Promise<number> {
  const { id } = await create(portal, '/recipients', {
    mode: 'test',
    name: HOSTILE,
    email: `${LONG}@x.example`,
    tags: ['vip', HOSTILE, LONG],
    metadata: { note: HOSTILE, [LONG]: LONG },
  })
  return id
}

async function makeTemplates(portal: TestPortal): Promise<void> {
  const locales = (body: string) => ({ en: { subject: '{{name}}', body }, it: { subject: '{{name}}', body } })
  await create(portal, '/templates', { slug: 'furnished', name: LONG, locales: locales('Hello {{name}}') })
  const next = { name: LONG, locales: locales(`Hello {{name}}, ${HOSTILE} {{order}}`) }
  await create(portal, '/templates/furnished', next, 'PUT')
  const content = `<html><body><h1>${LONG}</h1>{{content}}<a href="{{unsubscribe_url}}">Stop</a></body></html>`
  await create(portal, '/layouts', { slug: 'letterhead', name: LONG, format: 'html', locales: { en: { content } } })
}

/** Adds opt-outs of a live address and of the recipient whose page is shown. */
async function optOut(portal: TestPortal): Promise<void> {
  await create(portal, '/opt-outs', { address: `${LONG}@live.example` })
  await create(portal, '/opt-outs', { address: `${LONG}@x.example`, mode: 'test' })
}

async function spendCredits(portal: TestPortal): Promise<void> {
  await create(portal, '', { quota: 3 }, 'PATCH')
  await create(portal, '/credits', { amount: 120, note: HOSTILE })
  const { test, tenant } = portal
  for (let n = 0; n < 4; n++)
    await test.send(tenant.liveKey, { ...toTelegram('42'), template: 'hello', vars: { name: 'A' } })
}

/** Creates a callback that the receiver refuses. */
async function pressAButton(portal: TestPortal, receiver: Provider): Promise<void> {
  const { test, tenant } = portal
  const action = { slug: 'confirm', label: 'Confirm', callback_url: `${receiver.url}/callback` }
  const { id, link } = await sendButtons(test, tenant.testKey, [action])
  await test.settled(tenant, id, 'sent')
  await click(link)
  await test.until(async () => {
    const { body } = await test.manage('GET', `${at(portal)}/callbacks`)
    return body.data[0]?.attempts_made > 0
  })
}

/** Adds an approved template and a rejected template to the template list of the WhatsApp account. */
async function addApprovedTemplates(portal: TestPortal, account: WhatsappAccount): Promise<void> {
  const components = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: `Hello {{1}}, ${HOSTILE}\n\n${LONG}` },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes' }] },
  ]
  account.setTemplates(
    templatePage([
      approvedTemplate(LONG.toLowerCase(), { components }),
      approvedTemplate('sale', { status: 'REJECTED', rejected_reason: 'TAG_CONTENT_MISMATCH', category: 'MARKETING' }),
    ]),
  )
  await create(portal, `/sources/${portal.tenant.source}/connections/whatsapp/templates/sync`, {})
}

/** Sends a webhook that the receiver cannot read. */
async function sendUnreadableWebhook({ test, tenant }: TestPortal, account: WhatsappAccount): Promise<void> {
  await account.sendWebhook({ object: HOSTILE, about: LONG })
  await test.until(async () => {
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/inbound-requests?status=unreadable`)
    return body.data.length > 0
  })
}
