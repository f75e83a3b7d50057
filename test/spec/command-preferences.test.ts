// The commands `carillon category` and `carillon preferences`, and the preferences in `carillon recipients`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

let test: TestService
let tenant: Tenant
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carillon-preferences-'))
  test = await startTestService('embedded')
  tenant = await test.tenant()
})
afterAll(async () => {
  await test.stop()
  rmSync(folder, { recursive: true })
})

const env = () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir })
const { run, json } = commandsIn(env, () => ['--workspace', String(tenant.workspace)])

it('creates, lists, shows, changes and deletes a category', async () => {
  expect((await run('category', 'list')).err).toContain('There is no category yet.')
  const created = await run('category', 'create', 'news', 'News', '--name-in', 'it=Notizie', '--description', 'Monthly')
  expect(created).toMatchObject({ code: 0, out: 'Created the category news (News).\n' })
  expect((await run('category', 'list')).out).toBe('news\tNews\taccepted\tMonthly\n')
  const shown = await run('category', 'show', 'news')
  for (const text of ['News\n', 'Notizie', 'Monthly', 'accepted']) expect(shown.out).toContain(text)
  const names = ['--name-in', 'de=Nachrichten', '--name-in', 'it=']
  const changed = await run(
    'category',
    'update',
    'news',
    '--name',
    'Letters',
    ...names,
    '--description',
    'none',
    '--opt-in',
  )
  expect(changed).toMatchObject({ code: 0, out: 'Changed the category news (Letters).\n' })
  expect(await json('category', 'show', 'news')).toMatchObject({
    slug: 'news',
    name: 'Letters',
    names: { de: 'Nachrichten' },
    description: null,
    required: false,
    allowed_by_default: false,
  })
  expect(await json('category', 'update', 'news', '--required')).toMatchObject({ required: true, name: 'Letters' })
  expect(await json('category', 'update', 'news', '--optional', '--opt-out')).toMatchObject({
    required: false,
    allowed_by_default: true,
  })
  expect((await run('category', 'delete', 'news', '--yes')).out).toBe('Deleted the category news.\n')
  expect(await run('category', 'show', 'news')).toMatchObject({ code: 1, err: expect.stringContaining('No category') })
})

it('`category update` refuses a call without a value, and contradictory flags', async () => {
  await run('category', 'create', 'tips', 'Tips')
  const nothing = await run('category', 'update', 'tips')
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('Name at least one value')])
  const both = await run('category', 'update', 'tips', '--required', '--optional')
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('either --required or --optional')])
})

it('shows and changes preferences, unsubscribes from everything, and creates a link', async () => {
  await run('category', 'create', 'offers', 'Offers')
  const made = await json('recipients', 'create', 'Ada', '--email', 'ada@commands.example')
  const id = String(made.id)
  expect((await run('preferences', 'show', id)).out).toContain('offers\tOffers\taccepted (default)\t')
  const set = await run('preferences', 'set', id, '--decline', 'offers', '--accept', 'offers/email')
  expect(set.out).toContain('offers\tOffers\tdeclined\temail: accepted\n')
  expect(await json('preferences', 'set', id, '--reset', 'offers/email', '--decline', '*')).toMatchObject({
    unsubscribed_at: expect.any(String),
    data: [{ category: 'offers', allowed: false, channels: {} }, { category: 'tips' }],
  })
  expect((await run('preferences', 'show', id)).err).toContain('unsubscribed from everything')
  expect((await json('preferences', 'set', id, '--accept', '*')).unsubscribed_at).toBeNull()
  expect((await run('preferences', 'set', id)).code).toBe(2)
  expect((await run('preferences', 'set', id, '--decline', 'unknown')).err).toContain('is not a category')
  const link = (await run('preferences', 'link', id)).out.trim()
  expect((await fetch(`${test.url}${new URL(link).pathname}`)).status).toBe(200)
})

it('imports and exports preferences with the recipients', async () => {
  const file = path.join(folder, 'people.csv')
  writeFileSync(file, 'email,preferences.offers\nbo@commands.example,no\ncy@commands.example,perhaps\n')
  const imported = await run('recipients', 'import', file)
  expect([imported.code, imported.err]).toEqual([
    1,
    expect.stringContaining('line 3: preferences.offers must be yes or no'),
  ])
  const exported = await run('recipients', 'export')
  expect(exported.out).toMatch(/bo@commands\.example.*"\{""offers"":\{""allowed"":false\}\}"/)
})

it('lists the deliveries of a category', async () => {
  for (const category of ['offers', undefined])
    await test.send(tenant.testKey, {
      recipient: { email: 'dee@commands.example' },
      template: 'hello',
      vars: { name: 'Dee' },
      ...(category === undefined ? {} : { category }),
    })
  const { data } = await json('deliveries', 'list', '--mode', 'test', '--category', 'offers')
  expect(data.map(({ category }: { category: string }) => category)).toEqual(['offers'])
  expect((await run('deliveries', 'show', String(data[0].id))).out).toContain('offers')
})

it('`recipients show` and `workspace show` print quiet hours and time zones', async () => {
  const { id } = await json('recipients', 'create', 'Zoe', '--email', 'zoe@example.com')
  const hours = ['--quiet-hours', '22:00-08:00']
  await run('recipients', 'update', String(id), ...hours, '--time-zone', 'Europe/Rome')
  const shown = await run('recipients', 'show', String(id))
  expect(shown.out).toMatch(/^time zone +Europe\/Rome\nquiet hours +22:00-08:00$/m)
  const workspace = String(tenant.workspace)
  expect((await run('workspace', 'show', workspace)).out).not.toContain('quiet hours')
  await run('workspace', 'update', workspace, '--quiet-hours', '21:00-07:00 Europe/Rome')
  expect((await run('workspace', 'show', workspace)).out).toMatch(/^quiet hours +21:00-07:00 Europe\/Rome$/m)
  await run('workspace', 'update', workspace, '--quiet-hours', 'none')
})
