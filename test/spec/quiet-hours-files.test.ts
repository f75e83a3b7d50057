// Quiet hours and time zones of recipients in files and on the command line, and the 409 of an open upgrade.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { importFile, upload } from '../harness/imports.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

let test: TestService
let tenant: Tenant
beforeAll(async () => {
  test = await startTestService('postgres')
  tenant = await test.tenant()
})
afterAll(() => test.stop())

const { run, json } = commandsIn(
  () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }),
  () => ['--workspace', String(tenant.workspace)],
)
const workspace = () => `/workspaces/${tenant.workspace}`
const hoursOf = async (email: string) => {
  const { data } = (await test.manage('GET', `${workspace()}/recipients?mode=live&q=${email}`)).body
  const [{ quiet_hours, time_zone }] = data
  return { quiet_hours, time_zone }
}

describe('quiet hours of recipients', () => {
  it('are imported, changed by a later import, and exported in the same form', async () => {
    const file = `email,time_zone,quiet_hours
a@example.com,Europe/Rome,22:00-08:00
b@example.com,,21:30-07:00 Asia/Tokyo
c@example.com,,
`
    expect(await importFile(test, tenant, file)).toMatchObject({ created: 3, refused: 0 })
    expect(await hoursOf('a@example.com')).toEqual({
      quiet_hours: { from: '22:00', to: '08:00' },
      time_zone: 'Europe/Rome',
    })
    expect(await hoursOf('b@example.com')).toEqual({
      quiet_hours: { from: '21:30', to: '07:00', time_zone: 'Asia/Tokyo' },
      time_zone: null,
    })
    expect(await hoursOf('c@example.com')).toEqual({ quiet_hours: null, time_zone: null })
    const exported = (await run('recipients', 'export')).out
    const lines = exported.split('\n')
    expect(lines[0]).toContain('preferred_channel,time_zone,quiet_hours,metadata')
    expect(lines[1]).toContain('Europe/Rome,22:00-08:00')
    expect(lines[2]).toContain(',,21:30-07:00 Asia/Tokyo')
    expect(await importFile(test, tenant, exported)).toMatchObject({ unchanged: 3, refused: 0 })
    const changed = 'email,quiet_hours\na@example.com,23:00-06:00\nb@example.com,\n'
    expect(await importFile(test, tenant, changed)).toMatchObject({ updated: 1, unchanged: 1 })
    expect((await hoursOf('a@example.com')).quiet_hours).toEqual({ from: '23:00', to: '06:00' })
  })

  it('are refused in an import if they last 24 hours, are no period, or have an unknown time zone', async () => {
    const file = `email,time_zone,quiet_hours
d@example.com,Europe/Rom,
e@example.com,,22:00-22:00
f@example.com,,at night
g@example.com,,22:00-08:00 Mars/Base
`
    const { refused, problems } = await importFile(test, tenant, file)
    expect(refused).toBe(4)
    expect(problems).toEqual([
      '2 time_zone: is not the name of a time zone, such as Europe/Rome',
      '3 quiet_hours: must not be a period of 24 hours',
      '4 quiet_hours: must be a period such as 22:00-08:00, or 22:00-08:00 Europe/Rome',
      '5 quiet_hours: must end with the name of a time zone, such as Europe/Rome',
    ])
  })

  it('are set, shown and removed by `recipients create` and `recipients update`', async () => {
    const flags = ['--email', 'cli@example.com', '--time-zone', 'Europe/Rome', '--quiet-hours', '22:00-08:00']
    const made = await json('recipients', 'create', 'Ada', ...flags)
    expect(made).toMatchObject({ time_zone: 'Europe/Rome', quiet_hours: { from: '22:00', to: '08:00' } })
    const update = (...args: string[]) => json('recipients', 'update', String(made.id), ...args)
    expect((await update('--quiet-hours', '21:00-07:00 Asia/Tokyo')).quiet_hours).toEqual({
      from: '21:00',
      to: '07:00',
      time_zone: 'Asia/Tokyo',
    })
    expect(await update('--quiet-hours', 'none', '--time-zone', 'none')).toMatchObject({
      quiet_hours: null,
      time_zone: null,
    })
    const wrong = await run('recipients', 'update', String(made.id), '--quiet-hours', 'night')
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining('--quiet-hours must be a period such as 22:00-08:00, or none, and not "night".'),
    ])
  })

  it('are refused with 409 until the upgrade from 0.1.0 is finished, also in an import', async () => {
    const { db } = test.service
    const { rows } = await db.query<{ finished_version: string }>({ text: 'select finished_version from installation' })
    await db.query({ text: 'update installation set finished_version = null' })
    const quiet_hours = { from: '22:00', to: '08:00' }
    const recipient = { name: 'Ada', email: 'open@example.com', quiet_hours }
    const answers = [
      await test.manage('PATCH', workspace(), { quiet_hours }),
      await test.manage('POST', `${workspace()}/recipients`, recipient),
      await upload(test, tenant, 'email,quiet_hours\nopen@example.com,22:00-08:00\n'),
    ]
    const others = [
      await test.manage('PATCH', workspace(), { quiet_hours: null }),
      await upload(test, tenant, 'email,time_zone\nopen@example.com,Europe/Rome\n'),
    ]
    await db.query({ text: 'update installation set finished_version = $1', values: [rows[0]?.finished_version] })
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      answers.map(() => [409, expect.stringContaining('processes of 0.1.0 send messages during quiet hours')]),
    )
    expect(others.map(({ status }) => status < 300)).toEqual([true, true])
  })
})
