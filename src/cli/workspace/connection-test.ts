// carillon connection test and register: sends a real message through a connection, and registers the webhook at the
// provider.
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionTest, ConnectionTestReceipt, WebhookRegistration } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Noun, UsageError, wholeNumber } from '../command.ts'
import { readObject } from '../input.ts'
import { inOneLine, type Style } from '../output.ts'
import { sourceFlag, workspaceFlag } from '../places.ts'
import { connectionOf, theChannel } from './connection-settings.ts'

const connectionFlag = {
  name: 'connection',
  value: 'ID',
  description: 'The connection. Default: the first one. See "carillon connection providers".',
}
/** Seconds for which the command waits for the receipt. */
const WAIT = 60
const LONGEST_WAIT = 3600
/** Milliseconds between two requests for the receipt. */
const INTERVAL = 1000

export const testCommands: Noun['commands'] = [
  {
    words: 'connection test',
    summary: 'Send one real message through a connection, and report each step. The exit code is 1 if a step fails.',
    takes: [theChannel],
    flags: [
      {
        name: 'to',
        value: 'ADDRESS',
        description: 'The address. For push, the token of a device or the JSON of a subscription.',
      },
      connectionFlag,
      {
        name: 'content',
        value: 'FILE',
        description: 'Channel-specific content as JSON, such as a WhatsApp template. Use - for standard input.',
      },
      { name: 'wait', value: 'SECONDS', description: `Seconds to wait for the receipt. Default: ${WAIT}.` },
      workspaceFlag,
      sourceFlag,
    ],
    more: 'The message is not charged and is not listed as a delivery. docs/channels/prove.md has the steps for each provider.',
    examples: [
      'carillon connection test email --to ada@example.com',
      'carillon connection test whatsapp --to +393331234567 --connection 12 --json',
    ],
    run: test,
  },
  {
    words: 'connection register',
    summary: "Register a connection's webhook at its provider. The exit code is 1 if the registration fails.",
    takes: [theChannel],
    flags: [connectionFlag, workspaceFlag, sourceFlag],
    more: 'If the provider creates a key for its reports, Carillon stores the key. Providers without an API for this are listed in docs/channels/prove.md.',
    examples: ['carillon connection register email', 'carillon connection register sms --connection 12'],
    run: register,
  },
]

type Step = ConnectionTest['steps'][number]

async function test(call: Call): Promise<number> {
  const { path } = await connectionOf(call)
  const seconds = wholeNumber(call, 'wait') ?? WAIT
  if (seconds < 0 || seconds > LONGEST_WAIT) throw new UsageError(`--wait must be from 0 to ${LONGEST_WAIT}.`)
  const file = call.text('content')
  const input = definedFields({
    to: call.text('to'),
    connection: wholeNumber(call, 'connection'),
    content: file === undefined ? undefined : await readObject(file),
  })
  const sent = await call.api.post<ConnectionTest>(`${path}/test`, input)
  if (!call.out.json) for (const step of sent.steps) if (step.state !== 'pending') printStep(call, step)
  const isPending = sent.steps.some(({ state }) => state === 'pending')
  const receipt = isPending ? await waitForReceipt(call, path, sent, seconds) : null
  const steps = sent.steps.map((step) => (step.state === 'pending' ? receivedStep(receipt, seconds) : step))
  call.out.show({ ...sent, steps, receipt }, () => {
    if (isPending) for (const step of steps.slice(-1)) printStep(call, step)
  })
  return steps.some(({ state }) => state === 'failed') ? 1 : 0
}

/**
 * Requests the receipt every second. Returns null if the receipt does not arrive in time. Ignores a failed request,
 * because the message was sent and the other steps must still be printed.
 */
async function waitForReceipt(
  { api, out }: Call,
  path: string,
  { connection, external_id, sent_at }: ConnectionTest,
  seconds: number,
): Promise<ConnectionTestReceipt['receipt']> {
  const query = { connection, external_id: external_id ?? '', sent_at }
  for (let waited = 0; ; waited++) {
    const { receipt } = await api
      .get<ConnectionTestReceipt>(`${path}/test`, query)
      .catch((): ConnectionTestReceipt => ({ receipt: null }))
    if (receipt !== null || waited >= seconds) {
      out.progress(undefined)
      return receipt
    }
    out.progress(`Waiting for the receipt: ${seconds - waited} s`)
    await pause(INTERVAL)
  }
}

function receivedStep(receipt: ConnectionTestReceipt['receipt'], seconds: number): Step {
  if (receipt === null) {
    const remedy =
      'Check that PUBLIC_URL is reachable, that the webhook is registered at the provider, and that its key is in the connection.'
    return { step: 'receipt', state: 'failed', text: `no receipt within ${seconds} s`, remedy }
  }
  const { status, code, reason } = receipt
  const details = [code, reason].filter((part) => part !== null).join(' ')
  const state = status === 'delivered' || status === 'read' ? 'done' : 'failed'
  return { step: 'receipt', state, text: details === '' ? status : `${status}: ${details}`, remedy: null }
}

const MARKS: Record<Step['state'], [mark: string, style: Style]> = {
  done: ['ok  ', 'green'],
  failed: ['fail', 'red'],
  skipped: ['–   ', 'dim'],
  pending: ['…   ', 'dim'],
}

function printStep({ out }: Call, { step, state, text, remedy }: Step): void {
  const [mark, style] = MARKS[state]
  out.line(`${out.paint(style, mark)} ${step.padEnd(8)}  ${inOneLine(text)}`)
  if (remedy !== null) out.note(inOneLine(remedy))
}

async function register(call: Call): Promise<number> {
  const { path } = await connectionOf(call)
  const connection = wholeNumber(call, 'connection')
  const done = await call.api.post<WebhookRegistration>(`${path}/register`, definedFields({ connection }))
  const { out } = call
  out.show(done, () => {
    for (const finding of done.found) out.line(`${out.paint('green', 'ok  ')} ${inOneLine(finding)}`)
    for (const [setting, problems] of Object.entries(done.problems))
      out.line(`${out.paint('red', 'fail')} ${inOneLine(`${setting}: ${problems.join(', ')}`)}`)
  })
  return done.ok ? 0 : 1
}
