// The example's server. It serves the page and the service worker, requests registration tokens, sends messages, and
// prints callbacks.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const carillon = process.env.CARILLON_URL ?? 'http://localhost:3000'
const port = Number(process.env.PORT ?? 8080)
const TEMPLATE = 'web-push-example'

/** The visitor of the page. In your application, use the signed-in user instead. */
const visitor = { name: 'Visitor', email: 'visitor@example.com', locale: 'en' }

const template = {
  slug: TEMPLATE,
  name: 'Web push example',
  locales: { en: { subject: 'It is {{time}}', body: 'Your first notification from Carillon. What shall it be?' } },
}

const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/worker.js': ['worker.js', 'text/javascript; charset=utf-8'],
}

const { key, release } = process.env.CARILLON_KEY
  ? { key: process.env.CARILLON_KEY, release: async () => {} }
  : await prepare()

const server = createServer(async (request, response) => {
  const failed = (error) => ({ status: 500, body: { message: String(error) } })
  const { status = 200, type = 'application/json', body } = await answer(request).catch(failed)
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(type === 'application/json' ? JSON.stringify(body) : body)
})

/** Returns the status, the content type and the body of the response. */
async function answer(request) {
  const { pathname } = new URL(request.url, 'http://localhost')
  const route = `${request.method} ${pathname}`
  if (request.method === 'GET' && Object.hasOwn(files, pathname)) {
    const [file, type] = files[pathname]
    return { type, body: await readFile(new URL(file, import.meta.url)) }
  }
  if (route === 'POST /api/token') {
    const { status, body } = await ask('POST', '/push/tokens', key, { recipient: visitor })
    return { status, body: { ...body, carillon } }
  }
  if (route === 'POST /api/send') return ask('POST', '/send', key, message())
  if (route === 'POST /callback') {
    console.log(`A button was clicked: ${await textOf(request)}`)
    return { body: {} }
  }
  return { status: 404, body: { message: 'Not found.' } }
}

function message() {
  const callback_url = `http://localhost:${server.address().port}/callback`
  return {
    recipient: { email: visitor.email },
    template: TEMPLATE,
    channel: 'push',
    vars: { time: new Date().toLocaleTimeString('en') },
    actions: [
      { slug: 'confirm', label: 'Confirm', callback_url },
      { slug: 'later', label: 'Later', callback_url },
      { slug: 'stop', label: 'Stop these', callback_url },
    ],
  }
}

/** Sends a request to Carillon, and returns the status and the body of the response. */
async function ask(method, path, credential, body) {
  const answer = await fetch(`${carillon}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
}

async function textOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/**
 * Connects the push channel, creates the template, and creates an API key. Uses the first workspace and its first
 * source.
 */
async function prepare() {
  const token = process.env.CARILLON_TOKEN ?? (await readFile('data/admin-token', 'utf8')).trim()
  const manage = async (method, path, body, ...allowed) => {
    const { status, body: received } = await ask(method, `/manage${path}`, token, body)
    if (status >= 400 && !allowed.includes(status))
      throw new Error(`${method} ${path} returned ${status}: ${received.message}`)
    return received
  }
  const workspace = (await manage('GET', '/workspaces')).data[0]
  const source = (await manage('GET', `/workspaces/${workspace.id}/sources`)).data[0]
  const at = `/workspaces/${workspace.id}/sources/${source.id}`
  const connection = await manage('GET', `${at}/connections/push`, undefined, 404)
  if (!connection.settings?.vapid) {
    await manage('PUT', `${at}/connections/push`, { settings: { vapid: { subject: 'mailto:push@example.com' } } })
  }
  await manage('POST', `/workspaces/${workspace.id}/templates`, template, 409)
  const made = await manage('POST', `${at}/api-keys`, { mode: 'live' })
  return { key: made.key, release: () => manage('DELETE', `${at}/api-keys/${made.id}`) }
}

server.once('error', async (error) => {
  await release().catch(() => {})
  console.error(`The example cannot listen on port ${port}: ${error.message}`)
  process.exitCode = 1
})
server.listen(port, '127.0.0.1', () => console.log(`Open http://localhost:${server.address().port}`))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    release().catch((error) => console.error(`The key was not revoked: ${error.message}`))
  })
}
