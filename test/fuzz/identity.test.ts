// Many requests share a few addresses. In every order of the requests, no stored address changes, and no request
// matches a recipient whose addresses contradict the request.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../harness/fuzz.ts'
import { importFile } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const FIELDS = ['email', 'whatsapp_phone', 'telegram_chat_id'] as const
type Field = (typeof FIELDS)[number]
type Given = Partial<Record<Field, string>>
interface Person extends Record<Field, string | null> {
  id: number
}

interface Message {
  given: Given
  channel?: 'email' | 'whatsapp' | 'telegram'
}
type Step = { do: 'send' | 'batch' | 'tokens' | 'import'; messages: Message[] }

const OWN = { email: 'email', whatsapp: 'whatsapp_phone', telegram: 'telegram_chat_id' } as const

/**
 * Generates one of three values of a field. The test replaces the space in a value with a text that is different in
 * each run.
 */
const oneOf = (field: Field) =>
  fc.nat(2).map((n) => ({ email: `P${n} @x.example`, whatsapp_phone: `+39${n} `, telegram_chat_id: `c${n} ` })[field])
const given: fc.Arbitrary<Given> = fc
  .record(
    {
      email: oneOf('email'),
      whatsapp_phone: oneOf('whatsapp_phone'),
      telegram_chat_id: oneOf('telegram_chat_id'),
    },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0)
const message: fc.Arbitrary<Message> = fc
  .record({ given, channel: fc.constantFrom(undefined, 'email', 'whatsapp', 'telegram') }, { requiredKeys: ['given'] })
  .map(({ given: fields, channel }) => {
    return channel && fields[OWN[channel]] !== undefined ? { given: fields, channel } : { given: fields }
  })
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('send' as const, 'send' as const, 'batch' as const, 'tokens' as const, 'import' as const),
  messages: fc.array(message, { minLength: 1, maxLength: 4 }),
})

/**
 * Returns the strongest identifier that a message contains. The order is: the address for its channel, email, phone,
 * chat id.
 */
function strongest({ given: fields, channel }: Message): Field {
  const order = channel === undefined ? FIELDS : [OWN[channel], ...FIELDS]
  return order.find((field) => fields[field] !== undefined)!
}

const isSame = (field: Field, one: string | null | undefined, other: string | null | undefined) =>
  field === 'email' ? one?.toLowerCase() === other?.toLowerCase() : one === other

describe.each(databases)('recipients with shared addresses, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let run = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const readRecipients = async (): Promise<Map<number, Person>> => {
    const rows: Person[] = []
    for (let cursor = ''; ; ) {
      const { body } = await test.manage(
        'GET',
        `/workspaces/${tenant.workspace}/recipients?mode=test&limit=100${cursor}`,
      )
      rows.push(...body.data)
      if (body.next_cursor === null) return new Map(rows.map((row) => [row.id, row]))
      cursor = `&cursor=${body.next_cursor}`
    }
  }

  /** Runs the step. Returns each message with the id of the recipient in its answer. */
  const runStep = async ({ do: what, messages }: Step): Promise<{ message: Message; id: number }[]> => {
    const bodies = messages.map(({ given: recipient, channel }) => ({
      template: 'hello',
      vars: { name: 'x' },
      recipient,
      ...(channel ? { channel } : {}),
    }))
    const idOf = (body: { recipient: { id: number } }) => body.recipient.id
    switch (what) {
      case 'import':
        return []
      case 'batch': {
        const { body } = await test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages: bodies } })
        return messages.map((one, index) => ({ message: one, id: idOf(body.results[index]) }))
      }
      case 'send': {
        const answers = await Promise.all(bodies.map((body) => test.send(tenant.testKey, body)))
        return messages.map((one, index) => ({ message: one, id: idOf(answers[index]!.body) }))
      }
      case 'tokens': {
        const registerToken = (recipient: Given) =>
          test.call('POST', '/push/tokens', { key: tenant.testKey, body: { recipient } })
        const answers = await Promise.all(messages.map(({ given: fields }) => registerToken(fields)))
        return messages.map((one, index) => ({ message: { given: one.given }, id: idOf(answers[index]!.body) }))
      }
    }
  }

  const importRows = (messages: Message[]) =>
    importFile(
      test,
      tenant,
      [FIELDS.join(), ...messages.map(({ given: fields }) => FIELDS.map((field) => fields[field] ?? '').join())].join(
        '\n',
      ),
      'mode=test',
    )

  /**
   * Expects that a stored field changes only in two cases: an import row contains the same value in another spelling,
   * or an import row contains another value and has a stronger identifier of the recipient.
   */
  const expectFilledFieldsKept = (before: Map<number, Person>, after: Map<number, Person>, rows: Message[]) => {
    for (const [id, person] of before) {
      const now = after.get(id)!
      for (const [place, field] of FIELDS.entries()) {
        if (person[field] === null || now[field] === person[field]) continue
        const row = rows.find(
          ({ given: fields }) =>
            isSame(field, fields[field], now[field]) &&
            FIELDS.slice(0, place + 1).some(
              (name) => fields[name] !== undefined && isSame(name, fields[name], person[name]),
            ),
        )
        expect(row, `${field} of recipient ${id}: ${person[field]} became ${now[field]}`).toBeDefined()
      }
    }
  }

  it('requests that share addresses change no stored address, and match no recipient that contradicts the request [D56]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const mark = String(100_000 + run++)
        const own: Step[] = JSON.parse(JSON.stringify(steps).replaceAll(' ', mark))
        let before = await readRecipients()
        for (const one of own) {
          const answers = await runStep(one)
          if (one.do === 'import') await importRows(one.messages)
          const after = await readRecipients()
          for (const { message: sent, id } of answers) {
            const field = strongest(sent)
            expect(after.get(id)?.[field]?.toLowerCase(), field).toBe(sent.given[field]?.toLowerCase())
          }
          expectFilledFieldsKept(before, after, one.do === 'import' ? one.messages : [])
          before = after
        }
      }),
      runs(12),
    )
  })
})
