// The address table: an address is declared once. One that a test registers is in everything that is derived from the table.
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Tenant, type TestClient } from '../harness/client.ts'
import { preparedCopy } from '../harness/engines.ts'
import { importFile } from '../harness/imports.ts'
import { startSubscriber } from '../harness/subscriber.ts'
import type { ThreadData } from './fixtures/service-thread.ts'

const here = (file: string) => new URL(file, import.meta.url)

interface SendRequestSchema {
  properties: { recipient: { properties: Record<string, unknown> } }
}

/** What the migration of a product feature would do. */
const statements = [
  'alter table recipients add column pager_number text',
  'create unique index recipients_pager_number on recipients (workspace_id, mode, pager_number) where pager_number is not null',
]

describe('an address that is registered before the service is loaded', () => {
  let thread: Worker
  let test: TestClient
  let tenant: Tenant
  let people: string
  beforeAll(async () => {
    const dataDir = await preparedCopy()
    const data: ThreadData = { fixtures: [here('fixtures/pager-address.ts').href], statements, dataDir }
    thread = new Worker(here('fixtures/service-thread.ts'), { workerData: data })
    const [url] = await once(thread, 'message')
    test = createClient(url, dataDir)
    tenant = await test.tenant()
    people = `/workspaces/${tenant.workspace}/recipients`
  })
  afterAll(async () => {
    const ended = once(thread, 'exit')
    thread.postMessage('stop')
    await ended
    rmSync(test.dataDir, { recursive: true, force: true })
  })
  const send = (recipient: object, more: object = {}) =>
    test.send(tenant.testKey, { template: 'hello', vars: { name: 'Ada' }, recipient, ...more })
  const store = async (fields: object) => (await test.manage('POST', people, { mode: 'test', ...fields })).body
  const read = async (id: number) => (await test.manage('GET', `${people}/${id}`)).body

  it('is in the schema of a send request, which refuses a value that does not fit its format', async () => {
    const answer = await fetch(`${test.url}/openapi.json`)
    const { components } = (await answer.json()) as { components: { schemas: { SendRequest: SendRequestSchema } } }
    expect(components.schemas.SendRequest.properties.recipient.properties.pager_number).toEqual({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 8,
      description: 'The number of the pager.',
      pattern: '^[0-9]{4,8}$',
    })
    expect((await send({ pager_number: 'x' })).body.details).toHaveProperty(['recipient.pager_number'])
    expect((await send({ name: 'Ada' })).body.details.recipient).toEqual([
      expect.stringMatching(/^needs an id or an address: email, .* or pager_number$/),
    ])
  })

  it('finds the person of a send, as the weakest identifier', async () => {
    const ada = await store({ name: 'Ada', email: 'ada@pager.example', pager_number: '4711' })
    const found = await send({ pager_number: '4711', email: 'ADA@pager.example' })
    expect([found.status, found.body.recipient?.id]).toEqual([202, ada.id])
    const bo = await store({ name: 'Bo', pager_number: '4712' })
    const filled = await send({ pager_number: '4712', email: 'bo@pager.example' })
    expect(filled.body.recipient.id).toBe(bo.id)
    expect(await read(bo.id)).toMatchObject({ email: 'bo@pager.example', pager_number: '4712' })
  })

  it('is passed over when a stronger identifier of the request contradicts its holder [D56]', async () => {
    const mamma = await store({ name: 'Mamma', email: 'mamma@pager.example', pager_number: '4713' })
    const { body } = await send({ email: 'figlia@pager.example', pager_number: '4713' })
    expect(body.recipient.id).not.toBe(mamma.id)
    expect(await read(body.recipient.id)).toMatchObject({ email: 'figlia@pager.example', pager_number: null })
    expect(await read(mamma.id)).toMatchObject({ email: 'mamma@pager.example', pager_number: '4713' })
  })

  it('is created with a new person and fills an empty field of a known one', async () => {
    const made = (await send({ email: 'new@pager.example', pager_number: '4714' })).body.recipient
    expect(await read(made.id)).toMatchObject({ name: 'new@pager.example', pager_number: '4714' })
    const known = await store({ name: 'Cy', email: 'cy@pager.example' })
    await send({ email: 'cy@pager.example', pager_number: '4715' })
    expect(await read(known.id)).toMatchObject({ pager_number: '4715' })
  })

  it('is described, stored, changed, searched and guarded by the management API', async () => {
    const { data } = (await test.manage('GET', '/addresses')).body
    expect(data.at(-1)).toEqual({
      field: 'pager_number',
      channel: 'pager',
      label: { en: 'Pager number', it: 'Numero del cercapersone' },
      example: '47110815',
      list: false,
      identifies: true,
      in_requests: true,
      takes_opt_outs: false,
    })
    const dee = await store({ name: 'Dee', pager_number: '4716' })
    expect((await test.manage('PATCH', `${people}/${dee.id}`, { pager_number: 'x' })).status).toBe(422)
    const changed = await test.manage('PATCH', `${people}/${dee.id}`, { pager_number: '4717' })
    expect(changed.body.pager_number).toBe('4717')
    const found = (await test.manage('GET', `${people}?mode=test&q=4717`)).body.data
    expect(found.map(({ id }: { id: number }) => id)).toEqual([dee.id])
    const held = await test.manage('POST', people, { mode: 'test', name: 'Ed', pager_number: '4717' })
    expect([held.status, held.body.details]).toEqual([409, { pager_number: [`belongs to recipient ${dee.id} (Dee)`] }])
  })

  it('is a column of imports and exports, and finds the person of a row', async () => {
    const query = 'mode=test&match_by=pager_number'
    const file = (...rows: string[]) => ['Name,Pager Number', ...rows].join('\n')
    expect(await importFile(test, tenant, file('Flo,48 15', 'Gil,x'), query)).toMatchObject({
      created: 1,
      refused: 1,
      problems: ['3 pager_number: must have four to eight digits'],
    })
    expect(await importFile(test, tenant, file('Flora,4815'), query)).toMatchObject({ created: 0, updated: 1 })
    const { body } = await test.manage('GET', `${people}/export?mode=test`)
    const [header, ...rows] = String(body).trim().split('\n')
    const at = header?.split(',').indexOf('pager_number') ?? -1
    expect(rows.find((row) => row.includes('Flora'))?.split(',')[at]).toBe('4815')
  })

  it('is refused in a row whose stronger identifier contradicts its holder [D56]', async () => {
    const hal = await store({ name: 'Hal', email: 'hal@pager.example', pager_number: '4816' })
    const file = 'email,pager_number\nida@pager.example,4816'
    const { problems } = await importFile(test, tenant, file, 'mode=test')
    expect(problems).toEqual([
      expect.stringContaining(`2 pager_number: belongs to recipient ${hal.id} (Hal), whose email differs`),
    ])
  })

  it('is in the events about contacts', async () => {
    const subscriber = await startSubscriber(test, tenant, ['contact.created', 'contact.updated'])
    const { id } = (await send({ pager_number: '4817', email: 'jo@pager.example' })).body.recipient
    await test.manage('PATCH', `${people}/${id}`, { pager_number: '4818' })
    const bodies = (await subscriber.waitForEvents(2)).map(({ body }) => body)
    expect(bodies.map(({ type, data }) => [type, data.contact.pager_number, data.changed])).toEqual([
      ['contact.created', '4817', undefined],
      ['contact.updated', '4818', ['pager_number']],
    ])
    await subscriber.receiver.stop()
  })
})

/** Files that name an identifying address beside the file that declares it, each with its reason. */
const named: Record<string, string> = {
  'src/limit-words.ts': 'describes every limit for docs/limits.md, and is a leaf',
  'portal/src/texts/en/general.ts': 'the label of the field in English',
  'portal/src/texts/it/general.ts': 'the label of the field in Italian',
}

describe('the field of an identifying address', () => {
  const root = fileURLToPath(here('../../'))
  const files = ['src', 'portal/src'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
  )

  // `email` is a word of many other places: members have one, and so has the channel.
  it.each([
    ['whatsapp_phone', 'whatsapp'],
    ['telegram_chat_id', 'telegram'],
    ['messenger_psid', 'messenger'],
  ])('%s is named where it is declared, in words for people, and nowhere else', (field, channel) => {
    const naming = files.filter((file) => readFileSync(path.join(root, file), 'utf8').includes(field))
    expect(naming.filter((file) => !(file in named))).toEqual([`src/channels/${channel}/address.ts`])
  })
})
