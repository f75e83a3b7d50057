// carillon send: one message, with an API key.
import { basename } from 'node:path'
import type { ReplayResponse, SendResponse } from '../../../sdk/src/api.ts'
import { alternatives, counted } from '../../lib/text/plural.ts'
import { createApi } from '../api.ts'
import { type Call, definedFields, type Noun, pairs, UsageError, wholeNumber } from '../command.ts'
import { readBytes, readObject, readSecret } from '../input.ts'
import { bearer } from '../machine/token-file.ts'
import { momentOf } from '../moments.ts'
import { inOneLine, withoutControlCharacters } from '../output.ts'
import { requestedFlags, requestedIn } from '../people/address-flags.ts'

export const sendNoun: Noun = {
  name: 'send',
  summary: 'Send one message, with an API key.',
  commands: [
    {
      words: 'send',
      summary: 'Send one message, with an API key: a test key reaches the test inbox, a live key the person.',
      takes: [
        { name: 'TEMPLATE', description: "The template's slug; needed unless --request names it.", optional: true },
      ],
      flags: [
        { name: 'key', value: 'KEY', description: 'The API key. Default: $CARILLON_KEY. - reads standard input.' },
        { name: 'recipient', value: 'ID', description: 'Somebody who is known.' },
        { name: 'name', value: 'NAME', description: "The recipient's name; the address when left out." },
        ...requestedFlags,
        { name: 'locale', value: 'LOCALE', description: "The recipient's language." },
        { name: 'var', value: 'NAME=VALUE', many: true, description: 'The value of a placeholder.' },
        { name: 'subject', value: 'TEXT', description: "Instead of the template's." },
        { name: 'channel', value: 'CHANNEL', description: "Found from the recipient's addresses when left out." },
        {
          name: 'priority',
          value: 'low|normal|high',
          choices: ['low', 'normal', 'high'],
          description: 'normal when left out.',
        },
        {
          name: 'scheduled-for',
          value: 'TIME',
          description: 'When: 2030-01-31T09:00:00Z, or +2h (s, m, h, d) from now.',
        },
        {
          name: 'attach',
          value: 'FILE|URL',
          many: true,
          description: 'A file to attach, or the address to fetch one from.',
        },
        {
          name: 'idempotency-key',
          value: 'KEY',
          description: 'The same key within an hour is the same message: sent once, however often it is asked for.',
        },
        {
          name: 'request',
          value: 'FILE',
          description: 'The whole request as JSON (actions, media), - for standard input; flags stand above it.',
        },
      ],
      examples: [
        'carillon send welcome --email ada@example.com --name Ada --var name=Ada',
        'carillon send invoice --recipient 17 --attach invoice.pdf --idempotency-key invoice-2030-14',
        'carillon send reminder --whatsapp-phone +393331234567 --scheduled-for +2h --json',
        'carillon send --request order.json --var order=17',
      ],
      service: 'with a key',
      run: send,
    },
  ],
}

async function send(call: Call): Promise<number> {
  const body = await requestOf(call)
  const key = await keyOf(call)
  const api = createApi(call.api.url, '', () => key)
  const answer = await api.post<SendResponse | ReplayResponse>('/send', body)
  const { out } = call
  return out.show(answer, () => {
    if ('replayed' in answer) return printReplay(call, answer)
    const { delivery_id: id, channel, recipient, template, actions, overage, status } = answer
    const to = recipient.name === recipient.address ? recipient.address : `${recipient.name} (${recipient.address})`
    out.line(`${status}: delivery ${id}, ${channel} to ${inOneLine(to)}, template ${inOneLine(template)}`)
    for (const action of actions) out.line(withoutControlCharacters(`  ${action.slug}  ${action.url}`))
    if (overage) out.note(`The quota is used up: it cost ${counted(overage.credits_deducted, 'credit')}.`)
    out.note(`What becomes of it: carillon deliveries show ${id}`)
  })
}

function printReplay({ out }: Call, { status, delivery_id: id, body_mismatch }: ReplayResponse): void {
  out.line(`${status}: delivery ${id}, sent before under this idempotency key`)
  if (body_mismatch) out.note('That one was different from what you asked for now; take another key to send this.')
}

async function keyOf({ text, config }: Call): Promise<string> {
  const key = text('key') === '-' ? await readSecret('API key') : (text('key') ?? config.key)
  if (key === undefined || key.trim() === '')
    throw new UsageError(
      'Sending needs an API key: set CARILLON_KEY, or --key. Make one: carillon key create --mode test',
    )
  return bearer(key, 'The API key')
}

/** The file of --request, with what the flags say put over it. */
async function requestOf(call: Call): Promise<Record<string, unknown>> {
  const file = call.text('request')
  const base = file === undefined ? {} : await readObject(file)
  const recipient = definedFields({
    id: wholeNumber(call, 'recipient'),
    name: call.text('name'),
    ...requestedIn(call),
    locale: call.text('locale'),
  })
  const own = definedFields({
    template: call.text('TEMPLATE'),
    subject: call.text('subject'),
    channel: call.text('channel'),
    priority: call.text('priority'),
    idempotency_key: call.text('idempotency-key'),
    scheduled_for: momentOf(call, 'scheduled-for', 'future'),
  })
  const vars = Object.fromEntries(pairs(call.all('var'), '--var'))
  const body = {
    ...base,
    ...own,
    ...over(base, 'recipient', recipient),
    ...over(base, 'vars', vars),
    ...(call.has('attach') ? { attachments: call.all('attach').map(attachmentOf) } : {}),
  }
  if (!('template' in body)) throw new UsageError('Say which template: carillon send TEMPLATE --email ada@example.com')
  if (!('recipient' in body)) {
    const flags = ['recipient', ...requestedFlags.map(({ name }) => name)].map((name) => `--${name}`)
    throw new UsageError(`Say to whom: ${alternatives(flags)}.`)
  }
  return body
}

function over(base: Record<string, unknown>, field: string, values: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(values).length === 0) return {}
  const below = base[field] ?? {}
  if (typeof below !== 'object' || Array.isArray(below))
    throw new UsageError(`The ${field} of --request is no JSON object, so that no flag can stand above it.`)
  return { [field]: { ...below, ...values } }
}

/** The type is guessed from the name by the service. */
function attachmentOf(fileOrUrl: string): Record<string, string> {
  if (!/^https?:/i.test(fileOrUrl))
    return { filename: basename(fileOrUrl), content: readBytes(fileOrUrl).toString('base64') }
  if (!URL.canParse(fileOrUrl)) throw new UsageError(`--attach "${fileOrUrl}" is neither a file nor an address.`)
  const { pathname, hostname } = new URL(fileOrUrl)
  return { url: fileOrUrl, filename: basename(pathname) || hostname }
}
