// Sample data for the screenshots: a workspace with invented recipients, messages, templates and figures.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { writeFigures } from './screenshot-figures.mjs'
import { root } from './setup.mjs'

const { SMTPServer } = createRequire(join(root, 'test', 'package.json'))('smtp-server')

/** The mail server rejects this address. */
const UNKNOWN = 'charles.babbage@example.com'

/** The id of the delivery to this address: it is the third of the people. */
const FAILED_DELIVERY = 3

const people = [
  ['Ada Lovelace', 'ada.lovelace@example.com', 'A-1815'],
  ['Grace Hopper', 'grace.hopper@example.com', 'A-1906'],
  ['Charles Babbage', UNKNOWN, 'A-1791'],
  ['Katherine Johnson', 'katherine.johnson@example.com', 'A-1918'],
  ['Barbara Liskov', 'barbara.liskov@example.com', 'A-1939'],
  ['Edsger Dijkstra', 'edsger.dijkstra@example.com', 'A-1930'],
  ['Margaret Hamilton', 'margaret.hamilton@example.com', 'A-1936'],
  ['Donald Knuth', 'donald.knuth@example.com', 'A-1938'],
]

const shipped = {
  en: {
    subject: 'Order {{order}} is on its way',
    body: 'Hello {{name}},\n\nyour order {{order}} left our shop this morning. It should arrive on {{day}}.\n\nThank you!',
  },
  it: {
    subject: 'L’ordine {{order}} è in viaggio',
    body: 'Ciao {{name}},\n\nil tuo ordine {{order}} è partito stamattina. L’arrivo è previsto per {{day}}.\n\nGrazie!',
  },
}

/**
 * Starts a mail server and an application on the loopback address. The application responds with an error on the path
 * /old.
 * @returns {Promise<{mail: number, app: number, stop: () => Promise<void>}>} The ports of the two servers.
 */
export async function openShop() {
  const mail = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    disableReverseLookup: true,
    onRcptTo: (
      /** @type {{address: string}} */ { address },
      /** @type {unknown} */ _session,
      /** @type {Function} */ done,
    ) =>
      address === UNKNOWN
        ? done(Object.assign(new Error(`5.1.1 <${address}>: no such mailbox here`), { responseCode: 550 }))
        : done(),
  })
  const app = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url === '/old' ? 500 : 200, { 'content-type': 'application/json' })
    response.end(request.url === '/old' ? '{"error":"out of order"}' : '{"ok":true}')
  })
  const [mailPort, appPort] = await Promise.all([listen(mail.server), listen(app)])
  const stop = async () => {
    await new Promise((resolve) => mail.close(() => resolve(undefined)))
    app.closeAllConnections()
    await new Promise((resolve) => app.close(resolve))
  }
  return { mail: mailPort, app: appPort, stop }
}

/**
 * @param {import('node:net').Server} server
 * @returns {Promise<number>}
 */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/**
 * Gives the workspace its template, connection, endpoints, keys and messages.
 * @param {string} url The URL of the service.
 * @param {(method: string, path: string, body?: object) => Promise<any>} manage Calls the management API of the
 *   workspace.
 * @param {{mail: number, app: number}} shop
 */
export async function fillShop(url, manage, shop) {
  await manage('PATCH', '', { name: 'Analytical Engines', default_locale: 'en', quota: 50_000, whatsapp_limit: 10_000 })
  await manage('POST', '/credits', { amount: 2_500, note: 'Invoice 2030-14' })
  await manage('PATCH', '/sources/1', { name: 'Checkout' })
  await manage('POST', '/templates', { slug: 'order-shipped', name: 'Order shipped', locales: shipped })
  const from = 'Analytical Engines <hello@shop.example>'
  await manage('PUT', '/sources/1/connections/email', {
    settings: { url: `smtp://127.0.0.1:${shop.mail}?tls=off`, from },
  })
  await manage('POST', '/sources/1/connections/email/providers', {
    provider: 'postmark',
    settings: { server_token: '00000000-0000-0000-0000-000000000000', from },
  })
  await manage('POST', '/sources/1/connections/sms/providers', {
    provider: 'twilio',
    settings: {
      account_sid: `AC${'0123456789abcdef'.repeat(2)}`,
      auth_token: 'example',
      from: '+15005550006',
      senders: '+39=Engines',
    },
  })
  const events = ['delivery.sent', 'delivery.delivered', 'delivery.failed', 'delivery.action_taken']
  await manage('POST', '/subscriptions', { url: `http://localhost:${shop.app}/carillon`, events })
  const old = await manage('POST', '/subscriptions', {
    url: `http://localhost:${shop.app}/old`,
    events: ['delivery.failed'],
  })

  const { key: test } = await manage('POST', '/sources/1/api-keys', { mode: 'test' })
  const { key: live } = await manage('POST', '/sources/1/api-keys', { mode: 'live' })
  for (const [name = '', email = '', order = ''] of people) {
    const recipient = { name, email, locale: 'en' }
    const vars = { name: name.split(' ')[0], order, day: 'Thursday' }
    await ask('POST', `${url}/v1/send`, bearer(live), { recipient, channel: 'email', template: 'order-shipped', vars })
  }
  const vars = { name: 'Ada', order: 'A-1815', day: 'Thursday' }
  const actions = [
    { slug: 'track', label: 'Track the parcel', callback_url: `http://localhost:${shop.app}/pressed` },
    { slug: 'later', label: 'Deliver later', callback_url: `http://localhost:${shop.app}/pressed` },
  ]
  const ada = {
    name: 'Ada Lovelace',
    locale: 'en',
    email: 'ada@example.com',
    telegram_chat_id: '1815',
    whatsapp_phone: '+15005551815',
  }
  for (const channel of ['email', 'whatsapp', 'telegram'])
    await ask('POST', `${url}/v1/send`, bearer(test), {
      recipient: ada,
      channel,
      template: 'order-shipped',
      vars,
      actions,
    })
  await waitUntil(async () => (await manage('GET', `/subscriptions/${old.id}`)).failures > 0)
  await waitUntil(async () => (await manage('GET', '/deliveries?status=queued')).data.length === 0)
}

/** @param {string} key */
const bearer = (key) => ({ authorization: `Bearer ${key}` })

/**
 * Writes the figures and suppressions of a month into the database of a stopped service. The API cannot create data of
 * the past.
 * @param {string} folder The DATA_DIR of the service.
 */
export async function writeMonth(folder) {
  const database = await PGlite.create(join(folder, 'db'))
  await database.exec(`
    insert into usage_days (workspace_id, day, sent, delivered, failed)
    select 1, (now() at time zone 'UTC')::date - n, sent, sent * 31 / 32, sent / (24 + n % 9) from (
      select n, (820 + 24 * (29 - n) + 190 * sin(n * 0.9) + case when n % 7 in (2, 3) then -330 else 0 end)::int as sent
      from generate_series(0, 29) as n) as days
    on conflict (workspace_id, day) do update set sent = excluded.sent, delivered = excluded.delivered, failed = excluded.failed;
    insert into workspace_activity (workspace_id, minute, process, sent, delivered, failed)
    select 1, date_trunc('minute', now()) - n * interval '1 minute', 'pictures', sent, sent - 1, case when n % 11 = 4 then 2 else 0 end
    from (select n, (10 + 5 * sin(n * 0.35) + n % 4)::int as sent from generate_series(1, 59) as n) as minutes;
    insert into usage_channels (workspace_id, period, channel, sent, delivered, failed)
    select 1, date_trunc('month', now() at time zone 'UTC')::date, channel, sent, delivered, failed
    from (values ('email', 14480, 13912, 391), ('whatsapp', 6204, 6111, 58), ('telegram', 2127, 2102, 12), ('push', 893, 804, 57))
      as c(channel, sent, delivered, failed)
    on conflict (workspace_id, period, channel) do update
      set sent = excluded.sent, delivered = excluded.delivered, failed = excluded.failed;
    insert into usage_periods (workspace_id, period, quota_used, whatsapp_used)
    values (1, date_trunc('month', now() at time zone 'UTC')::date, 17500, 6204)
    on conflict (workspace_id, period) do update set quota_used = excluded.quota_used, whatsapp_used = excluded.whatsapp_used;
    insert into suppressions (workspace_id, mode, channel, address, reason, origin, detail, note, at)
    select 1, 'live', channel, address, reason, origin, detail, note, now() - days * interval '23 hours'
    from (values
      (27, 'email', 'joan.clarke@example.com', 'hard_bounce', 'import', '550 5.1.1 User unknown', null),
      (19, 'email', 'annie.easley@example.com', 'unsubscribed', 'link', null, null),
      (12, 'whatsapp', '+15005551912', 'unsubscribed', 'provider', null, null),
      (9, 'email', 'john.vonneumann@example.com', 'complaint', 'mail', 'abuse', null),
      (4, 'email', 'radia.perlman@example.com', 'hard_bounce', 'mail', '5.1.2 The domain does not exist', null),
      (2, 'email', 'tony.hoare@example.com', 'manual', 'member', null, 'Asked by phone')
    ) as past(days, channel, address, reason, origin, detail, note)`)
  await writeFigures(database, FAILED_DELIVERY)
  await database.close()
}

/**
 * @param {string} method
 * @param {string} address
 * @param {Record<string, string>} headers for authentication
 * @param {object} [body]
 */
export async function ask(method, address, headers, body) {
  const answer = await fetch(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** @param {() => Promise<boolean>} condition */
async function waitUntil(condition) {
  const deadline = Date.now() + 120_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The sample messages were not processed within two minutes.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
