// An Express receiver: events of a subscription and callbacks of buttons, each verified and taken once.
import { randomBytes } from 'node:crypto'
import { verify, verifyCallback } from 'carillon-sdk'
import express from 'express'

const secret = process.env.CARILLON_SECRET ?? `whsec_${randomBytes(32).toString('base64')}`
const key = process.env.CARILLON_KEY
const seen = new Set() // In your application a table with a unique index: it has to outlive this process.

const app = express()

// The raw bytes are what is signed: express.json() would take them away, so these routes stand before it.
const raw = express.raw({ type: 'application/json', limit: '1mb' })

app.post('/events', raw, (request, response) => {
  const result = verify(request.body, request.headers, secret)
  if (!result.ok) return refuse(response, result.error)
  if (isNew(result.id)) react(result)
  response.sendStatus(204)
})

app.post('/callbacks', raw, (request, response) => {
  const result = verifyCallback(request.body, request.headers, key)
  if (!result.ok) return refuse(response, result.error)
  const { action, recipient, payload } = result.callback
  if (isNew(result.id)) console.log(`${recipient.name} chose ${action} ${JSON.stringify(payload)}`)
  response.sendStatus(204)
})

app.use(express.json())

/** Keep what happened and answer; what takes long is done afterwards. */
function react({ name, event }) {
  if (name === 'delivery.failed') console.log(`delivery ${event.delivery.id} failed: ${event.delivery.error_message}`)
  else if (name === 'message.received') console.log(`${event.data.from} wrote: ${event.data.body}`)
  else console.log(`${name} ${event.delivery?.id ?? event.data?.message_id ?? ''}`.trim())
}

function isNew(id) {
  if (seen.has(id)) return false
  seen.add(id)
  return true
}

function refuse(response, { code, message }) {
  console.error(`refused: ${message}`)
  response.status(401).json({ error: code })
}

const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  const url = `http://localhost:${server.address().port}`
  console.log(`Receiving on ${url}/events and ${url}/callbacks`)
  console.log(`carillon listen --forward ${url}/events --secret '${secret}'`)
})
