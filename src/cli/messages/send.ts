// carillon send: sends one message with an API key.
import { basename } from 'node:path'
import type { ReplayResponse, SendResponse } from '../../../sdk/src/api.ts'
import { alternatives, counted } from '../../lib/text/plural.ts'
import { createApi } from '../api.ts'
import { type Call, definedFields, type Noun, pairs, UsageError, wholeNumber } from '../command.ts'
import { dataFlag, dataOf, readBytes, readObject, readSecret } from '../input.ts'
import { bearer } from '../machine/token-file.ts'
import { momentOf } from '../moments.ts'
import { inOneLine, withoutControlCharacters } from '../output.ts'
import { requestedFlags, requestedIn } from '../people/address-flags.ts'
import { actionFlag, actionsOf } from './action-flag.ts'
import { digestFlags, digestOf } from './digest.ts'
import { dryRun } from './dry-run.ts'
import { limitFlags, limitOf } from './limit.ts'
import { stepFlags, stepLines, stepsOf } from './steps.ts'

export const sendNoun: Noun = {
  name: 'send',
  summary: 'Send one message with an API key.',
  commands: [
    {
      words: 'send',
      summary: 'Send one message with an API key. A test key sends to the test inbox, a live key to the recipient.',
      takes: [
        {
          name: 'TEMPLATE',
          description: 'The slug of the template. Required unless the file of --request contains it.',
          optional: true,
        },
      ],
      flags: [
        {
          name: 'key',
          value: 'KEY',
          description: 'The API key. Use - to read it from standard input. Default: $CARILLON_KEY.',
        },
        { name: 'recipient', value: 'ID', description: 'The id of a stored recipient.' },
        { name: 'name', value: 'NAME', description: "The recipient's name. Default: the address." },
        ...requestedFlags,
        { name: 'locale', value: 'LOCALE', description: "The recipient's language." },
        { name: 'var', value: 'NAME=VALUE', many: true, description: 'The value of a placeholder.' },
        { name: 'subject', value: 'TEXT', description: 'The subject. It replaces the subject of the template.' },
        {
          name: 'channel',
          value: 'CHANNEL',
          description: "The channel. By default, it is chosen from the recipient's addresses.",
        },
        {
          name: 'priority',
          value: 'low|normal|high',
          choices: ['low', 'normal', 'high'],
          description: 'The priority. Default: normal.',
        },
        {
          name: 'scheduled-for',
          value: 'TIME',
          description: 'The time of sending: 2030-01-31T09:00:00Z, or +2h for two hours from now (s, m, h, d).',
        },
        {
          name: 'quiet-hours',
          value: 'CHOICE',
          description: 'respect: wait for the end of quiet hours. ignore: send during quiet hours.',
        },
        {
          name: 'expires-after',
          value: 'DURATION',
          description: 'The time after which the message is no longer sent, such as 6h. It then fails and is refunded.',
        },
        ...limitFlags,
        ...digestFlags,
        ...stepFlags,
        actionFlag,
        {
          name: 'category',
          value: 'SLUG',
          description: 'The category of the message. Recipients can decline it on a channel.',
        },
        {
          name: 'attach',
          value: 'FILE|URL',
          many: true,
          description: 'A file to attach, or the URL of a file.',
        },
        dataFlag,
        {
          name: 'duplicates',
          value: 'allow|never',
          choices: ['allow', 'never'],
          description:
            'Whether a message is repeated after an attempt with an unknown outcome. By default, the same connection repeats it; allow: another connection may repeat it; never: the message fails.',
        },
        {
          name: 'idempotency-key',
          value: 'KEY',
          description: 'The idempotency key. Requests with the same key within an hour send only one message.',
        },
        {
          name: 'dry-run',
          description: 'Shows what the request would do: the address, the price and the content. Sends nothing.',
        },
        {
          name: 'request',
          value: 'FILE',
          description:
            'A file with a complete request as JSON, which may contain media or the payload of an action. Use - to read standard input. Flags override its fields.',
        },
      ],
      examples: [
        'carillon send welcome --email ada@example.com --name Ada --var name=Ada',
        'carillon send invoice --recipient 17 --attach invoice.pdf --idempotency-key invoice-2030-14',
        'carillon send reminder --whatsapp-phone +393331234567 --scheduled-for +2h --json',
        'carillon send --request order.json --var order=17',
        'carillon send comments --recipient 17 --var author=Ada --digest post:9 --wait 10m --at-most 1h',
        'carillon send invoice --recipient 17 --limit invoice:42 --most 1 --per 1h --action paid=https://shop.example/paid',
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
  if (call.has('dry-run')) return dryRun(call, api, body)
  const answer = await api.post<SendResponse | ReplayResponse>('/send', body)
  const { out } = call
  return out.show(answer, () => {
    if ('replayed' in answer) return printReplay(call, answer)
    const { delivery_id: id, channel, recipient, template, actions, overage, digest, status } = answer
    const to = recipient.name === recipient.address ? recipient.address : `${recipient.name} (${recipient.address})`
    out.line(`${status}: delivery ${id}, ${channel} to ${inOneLine(to)}, template ${inOneLine(template)}`)
    if (digest) out.line(`  digest with ${counted(digest.items, 'message')}`)
    for (const action of actions) out.line(withoutControlCharacters(`  ${action.slug}  ${action.url}`))
    for (const line of stepLines(answer)) out.line(withoutControlCharacters(line))
    if (overage) out.note(`The quota is used up. The message cost ${counted(overage.credits_deducted, 'credit')}.`)
    out.note(`See its status: carillon deliveries show ${id}`)
  })
}

function printReplay({ out }: Call, answer: ReplayResponse): void {
  const { status, delivery_id: id, body_mismatch, suppressed_by } = answer
  if (suppressed_by) out.line(`${status}: delivery ${id}. This message is over its limit and was not sent.`)
  else out.line(`${status}: delivery ${id}, accepted earlier with this idempotency key`)
  if (body_mismatch) out.note('The earlier request was different. Use another idempotency key to send this message.')
}

async function keyOf({ text, config }: Call): Promise<string> {
  const key = text('key') === '-' ? await readSecret('API key') : (text('key') ?? config.key)
  if (key === undefined || key.trim() === '')
    throw new UsageError(
      'Sending requires an API key: set CARILLON_KEY or --key. Create one: carillon key create --mode test',
    )
  return bearer(key, 'The API key')
}

/** Returns the request from the file of --request. The values of other flags replace its fields. */
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
    duplicates: call.text('duplicates'),
    expires_after: call.text('expires-after'),
    quiet_hours: call.text('quiet-hours'),
    category: call.text('category'),
    idempotency_key: call.text('idempotency-key'),
    actions: actionsOf(call),
    limit: limitOf(call),
    digest: digestOf(call),
    scheduled_for: momentOf(call, 'scheduled-for', 'future'),
    data: await dataOf(call),
    ...stepsOf(call),
  })
  const vars = Object.fromEntries(pairs(call.all('var'), '--var'))
  const body = {
    ...base,
    ...own,
    ...merged(base, 'recipient', recipient),
    ...merged(base, 'vars', vars),
    ...(call.has('attach') ? { attachments: call.all('attach').map(attachmentOf) } : {}),
  }
  if (!('template' in body))
    throw new UsageError('The template is missing: carillon send TEMPLATE --email ada@example.com')
  if (!('recipient' in body)) {
    const flags = ['recipient', ...requestedFlags.map(({ name }) => name)].map((name) => `--${name}`)
    throw new UsageError(`The recipient is missing: give ${alternatives(flags)}.`)
  }
  return body
}

function merged(
  base: Record<string, unknown>,
  field: string,
  values: Record<string, unknown>,
): Record<string, unknown> {
  if (Object.keys(values).length === 0) return {}
  const fromFile = base[field] ?? {}
  if (typeof fromFile !== 'object' || Array.isArray(fromFile))
    throw new UsageError(`The ${field} of --request must be a JSON object, so that flags can override it.`)
  return { [field]: { ...fromFile, ...values } }
}

/**
 * Returns the attachment. The attachment contains no media type, because the service derives the type from the file
 * name.
 */
function attachmentOf(fileOrUrl: string): Record<string, string> {
  if (!/^https?:/i.test(fileOrUrl))
    return { filename: basename(fileOrUrl), content: readBytes(fileOrUrl).toString('base64') }
  if (!URL.canParse(fileOrUrl)) throw new UsageError(`--attach "${fileOrUrl}" is neither a file nor a URL.`)
  const { pathname, hostname } = new URL(fileOrUrl)
  return { url: fileOrUrl, filename: basename(pathname) || hostname }
}
