// The test inbox as a page: what test keys sent, read with a management token that never leaves the browser's tab.
import type { FastifyInstance } from 'fastify'
import { brand } from '../../brand.ts'

export function testInboxPage(app: FastifyInstance): void {
  app.get('/test-inbox', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .header('referrer-policy', 'no-referrer')
      .send(PAGE),
  )
  app.get('/test-inbox.js', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SCRIPT),
  )
  app.get('/test-inbox.css', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  )
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Test inbox · ${brand.name}</title>
<link rel="stylesheet" href="/test-inbox.css">
</head>
<body>
<header><h1>Test inbox</h1><p>What <code>${brand.apiKeyPrefix.test}…</code> keys sent. <a href="/docs">API documentation</a></p></header>
<main>
<form id="sign-in">
<label for="token">Management token</label>
<p class="hint" id="token-hint">It stands in the file <code>admin-token</code> of the data directory and is kept in this tab only.</p>
<div class="row"><input id="token" type="password" autocomplete="off" required aria-describedby="token-hint"><button>Open</button></div>
</form>
<div class="row" id="bar" hidden><label for="workspace">Workspace</label><select id="workspace"></select><button id="refresh" type="button">Refresh</button></div>
<p id="said" role="status"></p>
<ol id="messages"></ol>
</main>
<script src="/test-inbox.js"></script>
</body>
</html>
`

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:color-mix(in srgb,currentColor 65%,transparent)}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem}
h1{margin:0;font-size:1.5rem}header p,.hint,.meta{color:var(--soft);margin:.25rem 0}.row{display:flex;gap:.5rem;align-items:center;flex-wrap:wrap;margin:.5rem 0}
input,select,button{font:inherit;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;min-height:2.75rem}input{flex:1;min-width:12rem}
button{cursor:pointer}ol{list-style:none;padding:0}li{border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:1rem 0}
li h2{font-size:1.1rem;margin:0}.body{white-space:pre-wrap;overflow-wrap:anywhere;margin:.75rem 0}.buttons{display:flex;gap:.5rem;flex-wrap:wrap}
.buttons a{border:1px solid;border-radius:.5rem;padding:.4rem .8rem;text-decoration:none;color:inherit}:focus-visible{outline:3px solid #4c8bf5;outline-offset:2px}
`

const SCRIPT = `'use strict'
const get = (id) => document.getElementById(id)
const say = (text) => { get('said').textContent = text }
const part = (tag, text, name) => { const node = document.createElement(tag); node.textContent = text; if (name) node.className = name; return node }
const read = async (path) => {
  const answer = await fetch('/v1/manage' + path, { headers: { authorization: 'Bearer ' + sessionStorage.getItem('token') } })
  const body = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(body.message), { status: answer.status })
  return body
}
const draw = (message) => {
  const item = document.createElement('li')
  const content = message.message
  item.append(part('h2', content.subject || message.channel + ' to ' + message.recipient.name))
  item.append(part('p', message.channel + ' · ' + message.address + ' · ' + message.status + ' · ' + new Date(message.at).toLocaleString() + ' · delivery ' + message.delivery_id, 'meta'))
  item.append(part('div', content.body || '', 'body'))
  const actions = content.actions || []
  if (actions.length > 0) {
    const row = part('div', '', 'buttons')
    for (const action of actions) { const link = part('a', action.label); if (/^https?:/.test(action.url)) Object.assign(link, { href: action.url, target: '_blank', rel: 'noopener noreferrer' }); row.append(link) }
    item.append(row)
  }
  const files = (content.attachments || []).map((file) => file.filename)
  if (files.length > 0) item.append(part('p', 'Attached: ' + files.join(', '), 'meta'))
  if (content.media) item.append(part('p', content.media.type + ': ' + content.media.url, 'meta'))
  return item
}
const drawNotice = (notice) => {
  const item = document.createElement('li')
  item.append(part('h2', notice.subject))
  item.append(part('p', 'notice to ' + (notice.recipients.join(', ') || 'the owners') + ' · not mailed · ' + new Date(notice.at).toLocaleString(), 'meta'))
  item.append(part('div', notice.body, 'body'))
  return item
}
let shown = ''
const load = async () => {
  try {
    const page = await read('/workspaces/' + get('workspace').value + '/test-inbox')
    const drawn = JSON.stringify([page.notices, page.data])
    if (drawn !== shown) get('messages').replaceChildren(...page.notices.map(drawNotice), ...page.data.map(draw))
    shown = drawn
    say(page.data.length + page.notices.length === 0 ? 'Nothing yet: send a message with a test key and it appears here.' : '')
  } catch (error) { signOut(error) }
}
const signOut = (error) => {
  if (error.status === 401) { sessionStorage.removeItem('token'); get('messages').replaceChildren(); shown = ''; get('sign-in').hidden = false; get('bar').hidden = true }
  say(error.message || 'The service does not answer.')
}
const open = async () => {
  try {
    const { data } = await read('/workspaces?limit=100')
    get('workspace').replaceChildren(...data.map((workspace) => { const option = part('option', workspace.name); option.value = workspace.id; return option }))
    get('sign-in').hidden = true
    get('bar').hidden = false
    await load()
  } catch (error) { signOut(error) }
}
get('sign-in').addEventListener('submit', (event) => { event.preventDefault(); sessionStorage.setItem('token', get('token').value.trim()); get('token').value = ''; open() })
get('refresh').addEventListener('click', load)
get('workspace').addEventListener('change', load)
setInterval(() => { if (!get('bar').hidden && document.visibilityState === 'visible') load() }, 5000)
if (sessionStorage.getItem('token')) open()
`
