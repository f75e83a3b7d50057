// Composes the request to an SMS gateway from the templates in the settings.
import { escapeHtml } from '../../../lib/text/html.ts'
import { basicAuth } from '../form.ts'
import type { HttpSettings } from './http-settings.ts'

/** The names of the placeholders. */
const NAMES = ['to', 'to_digits', 'text', 'from', 'id', 'callback', 'coding', 'user', 'password'] as const
type Name = (typeof NAMES)[number]
export type PlaceholderValues = Record<Name, string>

/** Placeholders whose values contain only characters that a header permits. */
const IN_HEADERS: readonly string[] = ['user', 'password', 'id']

type Format = NonNullable<HttpSettings['format']>

const ESCAPES: Record<Format, (value: string) => string> = {
  form: (value) => encodeURIComponent(value.toWellFormed()),
  json: (value) => JSON.stringify(value).slice(1, -1),
  xml: escapeHtml,
  text: (value) => value,
}

const CONTENT_TYPES: Record<Format, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  xml: 'application/xml;charset=utf-8',
  text: 'text/plain;charset=utf-8',
}

const DEFAULT_BODIES: Partial<Record<Format, string>> = {
  form: 'to={{to}}&from={{from}}&text={{text}}&id={{id}}',
  json: '{"to":"{{to}}","from":"{{from}}","text":"{{text}}","id":"{{id}}"}',
}

const PLACEHOLDER = /\{\{(\w{1,20})\}\}/g

export interface GatewayRequest {
  url: string
  body?: string
  headers: Record<string, string>
}

/** Returns the request for a message. The settings must be valid (`templateProblems`). */
export function gatewayRequest(settings: HttpSettings, values: PlaceholderValues): GatewayRequest {
  const { url, method = 'POST', format = 'form' } = settings
  const template = settings.body ?? DEFAULT_BODIES[format] ?? ''
  return {
    url: fill(url, values, ESCAPES.form),
    ...(method === 'GET' ? {} : { body: fill(template, values, ESCAPES[format]) }),
    headers: {
      accept: '*/*',
      ...(method === 'GET' ? {} : { 'content-type': CONTENT_TYPES[format] }),
      ...headersWith(settings, values),
    },
  }
}

/** Returns the headers of a request without a message. */
export function gatewayHeaders(settings: HttpSettings): Record<string, string> {
  const { user = '', password = '' } = settings
  return headersWith(settings, { ...SAMPLE, id: '', user, password })
}

function headersWith(settings: HttpSettings, values: PlaceholderValues): Record<string, string> {
  const own = headerLines(settings).map(([name, value]) => [name, fill(value, values, ESCAPES.text)])
  return { ...authorization(settings), ...Object.fromEntries(own) }
}

function fill(template: string, values: PlaceholderValues, escaped: (value: string) => string): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => {
    const found = NAMES.find((known) => known === name)
    return found === undefined ? whole : escaped(values[found])
  })
}

/** Removes the text of the message from an answer, in every encoding in which a gateway may repeat the text. */
export function withoutMessage(answer: string, text: string): string {
  const forms = [
    ...Object.values(ESCAPES).map((escaped) => escaped(text)),
    new URLSearchParams([['', text]]).toString().slice(1),
  ]
  return forms.reduce((rest, form) => rest.replaceAll(form, ''), answer)
}

function authorization({ auth, user = '', password = '' }: HttpSettings): Record<string, string> {
  if (auth === 'basic') return basicAuth(user, password)
  return auth === 'bearer' ? { authorization: `Bearer ${password}` } : {}
}

/** Returns the names, in lower case, and the values of the lines in `headers`. */
function headerLines({ headers = '' }: HttpSettings): [string, string][] {
  return headers
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.trim().toLowerCase(), value.join(':').trim()]
    })
}

/** Returns the problems of the templates, by setting. */
export function templateProblems(settings: HttpSettings): Record<string, string> {
  const { url, body, headers, method = 'POST', format = 'form' } = settings
  const wrong = {
    url: wrongPlaceholder(url),
    body: wrongPlaceholder(body),
    headers: wrongPlaceholder(headers, IN_HEADERS),
  }
  const problems = Object.entries(wrong).flatMap(([name, whole]) =>
    whole === undefined ? [] : [[name, `has the unknown placeholder ${whole}`]],
  )
  return {
    ...(/^https?:\/\/[^/?#]*[{}]/.test(url) ? { url: 'must not have a placeholder in its host' } : {}),
    ...(method === 'POST' && body === undefined && DEFAULT_BODIES[format] === undefined
      ? { body: 'is required for this format' }
      : {}),
    ...(format === 'json' && body !== undefined && !isJson(fill(body, SAMPLE, ESCAPES.json))
      ? { body: 'is not JSON; put quotation marks around each placeholder' }
      : {}),
    ...headerProblems(settings),
    ...Object.fromEntries(problems),
  }
}

/** Returns the first placeholder that would be sent unchanged. */
function wrongPlaceholder(template = '', known: readonly string[] = NAMES): string | undefined {
  const rest = template.replace(PLACEHOLDER, (whole, name: string) => (known.includes(name) ? ' ' : whole))
  const start = rest.indexOf('{{')
  const end = rest.indexOf('}}', start)
  return start === -1 ? undefined : rest.slice(start, end === -1 ? undefined : end + 2).slice(0, LONGEST_SHOWN)
}

const LONGEST_SHOWN = 40

function headerProblems(settings: HttpSettings): Record<string, string> {
  const wrong = headerLines(settings).find(
    ([name, value]) => !/^[a-z0-9-]{1,64}$/.test(name) || !/^[\x20-\x7e]+$/.test(value) || RESERVED.includes(name),
  )
  return wrong ? { headers: `has the invalid line ${wrong[0]}; write lines such as X-Api-Key: {{password}}` } : {}
}

/** Headers that the HTTP client sets. */
const RESERVED = ['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect']

const SAMPLE: PlaceholderValues = {
  to: '+1',
  to_digits: '1',
  text: '"',
  from: '1',
  id: '1',
  callback: '1',
  coding: '0',
  user: '1',
  password: '1',
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
