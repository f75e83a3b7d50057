// An Express server that verifies the events of a subscription and the callbacks of buttons. It processes each event
// and each callback only once.
import { randomBytes } from 'node:crypto'
import { verify, verifyCallback } from 'carillon-sdk'
import express from 'express'

const secret = process.env.CARILLON_SECRET ?? `whsec_${randomBytes(32).toString('base64')}`
const key = process.env.CARILLON_KEY
// Use a database table with a unique index in your application instead, because the ids must survive a restart.
const seen = new Set()

const app = express()

// Register these routes before express.json(). The signature covers the raw bytes, and express.json() would replace
// them with the parsed body.
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

/** Only store the event here. Do slow work after the response. */
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
