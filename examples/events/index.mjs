// Sends one message with the SDK and receives its events until the message is sent. Uses plain Node, and needs no
// public address.
import { readFile } from 'node:fs/promises'
import { createClient, verify } from 'carillon-sdk'

const url = process.env.CARILLON_URL ?? 'http://localhost:3000'
const token = process.env.CARILLON_TOKEN ?? (await readFile(new URL('../../data/admin-token', import.meta.url), 'utf8'))

const { manage } = createClient({ url, token: token.trim() })

// The example uses the first workspace and its first source. Your application has a separate workspace, source,
// template and key.
const ws = (await done(manage.listWorkspaces())).data[0].id
const source = (await done(manage.listSources({ ws }))).data[0].id
const key = await done(manage.createApiKey({ ws, source, body: { mode: 'test' } }))
const listener = await done(manage.startDevListener({ ws, body: { events: ['delivery.queued', 'delivery.sent'] } }))

try {
  const template = { slug: 'events-example', name: 'Events example', locales: { en: { body: 'Hello {{name}}' } } }
  await manage.createTemplate({ ws, body: template }) // In a second run the template already exists.
  const carillon = createClient({ url, key: key.key })
  const recipient = { name: 'Ada', email: 'ada@example.com', locale: 'en' }
  const sent = await done(carillon.send({ recipient, template: template.slug, vars: { name: 'Ada' } }))
  console.log(`accepted: delivery ${sent.delivery_id}`)
  await printEventsUntilSent(sent.delivery_id)
} finally {
  await manage.endDevListener({ ws, id: listener.id })
  await manage.revokeApiKey({ ws, source, key: key.id })
}

/** Prints the events of a delivery until it is sent. */
async function printEventsUntilSent(deliveryId) {
  for (let received = []; ; ) {
    const body = { wait: 25, done: received.map(({ id }) => id) }
    received = (await done(manage.pollDevListener({ ws, id: listener.id, body }))).data
    for (const { body, headers } of received) {
      const result = verify(body, headers, listener.secret)
      if (!result.ok) throw new Error(result.error.message)
      const { delivery } = result.event
      if (delivery.id !== deliveryId) continue
      console.log(`${result.name}: delivery ${delivery.id} is ${delivery.status}`)
      if (result.name === 'delivery.sent') return
    }
  }
}

/** Returns the data of a successful call, or ends the program with the error. */
async function done(call) {
  const outcome = await call
  if (outcome.ok) return outcome.data
  const { code, message, details } = outcome.error
  throw new Error(`${code}: ${message} ${JSON.stringify(details)}`)
}
