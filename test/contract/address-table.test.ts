// An address field is declared in one place only. The tests register an additional field and check that every part of
// the service supports it.
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

/** The SQL statements that a migration would contain if the product had this field. */
const statements = [
  'alter table recipients add column pager_number text',
  'create unique index recipients_pager_number on recipients (workspace_id, mode, pager_number) where pager_number is not null',
]

describe('an address field that is registered before the service starts', () => {
  let thread: Worker
  let test: TestClient
  let tenant: Tenant
  let recipientsPath: string
  beforeAll(async () => {
    const dataDir = await preparedCopy()
    const data: ThreadData = { fixtures: [here('fixtures/pager-address.ts').href], statements, dataDir }
    thread = new Worker(here('fixtures/service-thread.ts'), { workerData: data })
    const [url] = await once(thread, 'message')
    test = createClient(url, dataDir)
    tenant = await test.tenant()
    recipientsPath = `/workspaces/${tenant.workspace}/recipients`
  })
  afterAll(async () => {
    const ended = once(thread, 'exit')
    thread.postMessage('stop')
    await ended
    rmSync(test.dataDir, { recursive: true, force: true })
  })
  const send = (recipient: object, more: object = {}) =>
    test.send(tenant.testKey, { template: 'hello', vars: { name: 'Ada' }, recipient, ...more })
  const store = async (fields: object) => (await test.manage('POST', recipientsPath, { mode: 'test', ...fields })).body
  const read = async (id: number) => (await test.manage('GET', `${recipientsPath}/${id}`)).body

  it('lists a registered address field in the send request schema and refuses invalid values', async () => {
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

  it('finds the recipient of a send request by a registered address field, even if the request adds an email address', async () => {
    const ada = await store({ name: 'Ada', email: 'ada@pager.example', pager_number: '4711' })
    const found = await send({ pager_number: '4711', email: 'ADA@pager.example' })
    expect([found.status, found.body.recipient?.id]).toEqual([202, ada.id])
    const bo = await store({ name: 'Bo', pager_number: '4712' })
    const filled = await send({ pager_number: '4712', email: 'bo@pager.example' })
    expect(filled.body.recipient.id).toBe(bo.id)
    expect(await read(bo.id)).toMatchObject({ email: 'bo@pager.example', pager_number: '4712' })
  })

  it('creates a new recipient when a recipient with the same pager number has a different email address [D56]', async () => {
    const mother = await store({ name: 'Mamma', email: 'mamma@pager.example', pager_number: '4713' })
    const { body } = await send({ email: 'figlia@pager.example', pager_number: '4713' })
    expect(body.recipient.id).not.toBe(mother.id)
    expect(await read(body.recipient.id)).toMatchObject({ email: 'figlia@pager.example', pager_number: null })
    expect(await read(mother.id)).toMatchObject({ email: 'mamma@pager.example', pager_number: '4713' })
  })

  it('stores a registered address field of a new recipient and fills the empty field of an existing recipient', async () => {
    const made = (await send({ email: 'new@pager.example', pager_number: '4714' })).body.recipient
    expect(await read(made.id)).toMatchObject({ name: 'new@pager.example', pager_number: '4714' })
    const known = await store({ name: 'Cy', email: 'cy@pager.example' })
    await send({ email: 'cy@pager.example', pager_number: '4715' })
    expect(await read(known.id)).toMatchObject({ pager_number: '4715' })
  })

  it('describes, stores, searches and validates a registered address field in the management API', async () => {
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
    expect((await test.manage('PATCH', `${recipientsPath}/${dee.id}`, { pager_number: 'x' })).status).toBe(422)
    const changed = await test.manage('PATCH', `${recipientsPath}/${dee.id}`, { pager_number: '4717' })
    expect(changed.body.pager_number).toBe('4717')
    const found = (await test.manage('GET', `${recipientsPath}?mode=test&q=4717`)).body.data
    expect(found.map(({ id }: { id: number }) => id)).toEqual([dee.id])
    const conflict = await test.manage('POST', recipientsPath, { mode: 'test', name: 'Ed', pager_number: '4717' })
    expect([conflict.status, conflict.body.details]).toEqual([
      409,
      { pager_number: [`belongs to recipient ${dee.id} (Dee)`] },
    ])
  })

  it('imports and exports a registered address field, and an import finds existing recipients by this field', async () => {
    const query = 'mode=test&match_by=pager_number'
    const file = (...rows: string[]) => ['Name,Pager Number', ...rows].join('\n')
    expect(await importFile(test, tenant, file('Flo,48 15', 'Gil,x'), query)).toMatchObject({
      created: 1,
      refused: 1,
      problems: ['3 pager_number: must have four to eight digits'],
    })
    expect(await importFile(test, tenant, file('Flora,4815'), query)).toMatchObject({ created: 0, updated: 1 })
    const { body } = await test.manage('GET', `${recipientsPath}/export?mode=test`)
    const [header, ...rows] = String(body).trim().split('\n')
    const at = header?.split(',').indexOf('pager_number') ?? -1
    expect(rows.find((row) => row.includes('Flora'))?.split(',')[at]).toBe('4815')
  })

  it('refuses an import row when a recipient with the same pager number has a different email address [D56]', async () => {
    const hal = await store({ name: 'Hal', email: 'hal@pager.example', pager_number: '4816' })
    const file = 'email,pager_number\nida@pager.example,4816'
    const { problems } = await importFile(test, tenant, file, 'mode=test')
    expect(problems).toEqual([
      expect.stringContaining(`2 pager_number: belongs to recipient ${hal.id} (Hal), whose email differs`),
    ])
  })

  it('includes a registered address field in contact.created and contact.updated', async () => {
    const subscriber = await startSubscriber(test, tenant, ['contact.created', 'contact.updated'])
    const { id } = (await send({ pager_number: '4817', email: 'jo@pager.example' })).body.recipient
    await test.manage('PATCH', `${recipientsPath}/${id}`, { pager_number: '4818' })
    const bodies = (await subscriber.waitForEvents(2)).map(({ body }) => body)
    expect(bodies.map(({ type, data }) => [type, data.contact.pager_number, data.changed])).toEqual([
      ['contact.created', '4817', undefined],
      ['contact.updated', '4818', ['pager_number']],
    ])
    await subscriber.receiver.stop()
  })
})

/**
 * Files that may contain the name of an identifying address outside its declaration. The text after each file is the
 * reason.
 */
const named: Record<string, string> = {
  'src/limit-words.ts': 'describes every limit for docs/limits.md, and is a leaf',
  'portal/src/texts/en/general.ts': 'the label of the field in English',
  'portal/src/texts/it/general.ts': 'the label of the field in Italian',
  'src/recipients/import-aliases.ts': 'the names of columns in the files of other services',
  'portal/src/shell/palette/found.ts': 'shows the number of a recipient without an email address',
}

describe('declaration of identifying address fields', () => {
  const root = fileURLToPath(here('../../'))
  const files = ['src', 'portal/src'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
  )

  // `email` is left out: it occurs in many other places, for example as the address of a member.
  it.each([
    ['whatsapp_phone', 'whatsapp'],
    ['telegram_chat_id', 'telegram'],
    ['messenger_psid', 'messenger'],
  ])(
    'the code contains the field name %s only in its declaration in the channel %s, and in files that are listed with a reason',
    (field, channel) => {
      const naming = files.filter((file) => readFileSync(path.join(root, file), 'utf8').includes(field))
      expect(naming.filter((file) => !(file in named))).toEqual([`src/channels/${channel}/address.ts`])
    },
  )
})
