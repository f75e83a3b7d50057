// The commands that read the settings of the service: start, api, worker, migrate and token.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carillon } from '../harness/command.ts'
import { createBrowser, PASSWORD, tokenInLink } from '../harness/members.ts'
import { startProcess } from '../harness/processes.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-roles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('carillon migrate and token', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService('postgres')
  })
  afterAll(() => test.stop())

  it('`migrate` prepares an embedded database and prints the applied migrations', async () => {
    const env = { DATA_DIR: path.join(folder, 'embedded') }
    const first = await carillon(['migrate', '--json'], env)
    expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(first.out).applied[0]).toMatch(/^0001_/)
    expect(await carillon(['migrate'], env)).toEqual({ code: 0, out: 'The schema is up to date.\n', err: '' })
  })

  it('`token` writes a working management token to a file that only its owner can read', async () => {
    const dataDir = path.join(folder, 'elsewhere')
    const env = { DATA_DIR: dataDir, ...test.databaseSettings }
    const made = await carillon(['token'], env)
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Earlier tokens stay valid.') })
    const file = path.join(dataDir, 'admin-token')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(made.out).not.toContain(readFileSync(file, 'utf8').trim())
    expect(await carillon(['workspace', 'list'], { DATA_DIR: dataDir, CARILLON_URL: test.url })).toMatchObject({
      code: 0,
    })
    expect(JSON.parse((await carillon(['token', '--json'], env)).out)).toEqual({ file })
  })

  it('`token --setup` prints the setup link for the first owner, and fails if an owner already exists', async () => {
    const env = { ...test.databaseSettings, DATA_DIR: folder, PUBLIC_URL: 'https://notify.example' }
    const made = await carillon(['token', '--setup'], env)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/^https:\/\/notify\.example\/setup\?token=[\w-]{43}\n$/)
    const owner = createBrowser(test)
    const registration = { name: 'Ada', email: 'ada@shop.example', password: PASSWORD }
    expect(
      (await owner.request('POST', '/setup', { ...registration, token: tokenInLink(made.out.trim()) })).status,
    ).toBe(201)
    const { code, out, err } = await carillon(['token', '--setup'], env)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('already has an owner')])
  })

  it('`migrate` and `token` print the reason when they cannot connect to the database', async () => {
    const url = new URL(test.databaseUrl!)
    url.port = '2'
    const away = await carillon(['migrate'], { DATABASE_URL: url.href, DATA_DIR: folder })
    expect(away).toMatchObject({ code: 1, out: '' })
    expect(away.err).toMatch(
      /^The database is not reachable: .*\. Check DATABASE_URL. The server must run, and must accept .*\.\n$/,
    )
    const json = await carillon(['token', '--json'], { DATABASE_URL: url.href, DATA_DIR: folder })
    expect(JSON.parse(json.out)).toMatchObject({ error: 'failed' })
  })
})

describe('carillon start and worker', () => {
  it('`start` refuses an invalid setting, any argument and a port in use, and `worker` requires DATABASE_URL', async () => {
    const wrong = await carillon(['start'], { PORT: 'high', DATA_DIR: folder })
    expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining('PORT') })
    const alone = await carillon(['worker'], { DATA_DIR: folder })
    expect(alone).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Set DATABASE_URL') })
    expect(await carillon(['start', 'now'], { DATA_DIR: folder })).toMatchObject({ code: 2 })

    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const taken = await carillon(['start'], { PORT: String(port), DATA_DIR: path.join(folder, 'taken') })
    await new Promise((resolve) => holder.close(resolve))
    expect(taken.code).toBe(1)
    // The command first prints a warning if its Node version is past its end of life.
    expect(taken.err.split('\n').at(-2)).toBe(
      `Port ${port} on 127.0.0.1 is in use. Set PORT to another port, or stop the process that listens there.`,
    )
  })

  it('`start --json` prints its URLs and the setup link as JSON', async () => {
    const started = startProcess('start', { DATA_DIR: path.join(folder, 'json') }, ['--json'])
    const line = await started.firstLine
    const { url, public_url, setup_url } = JSON.parse(line)
    expect(setup_url).toMatch(new RegExp(`^${public_url}/setup\\?token=[\\w-]{43}$`))
    expect(public_url).toBe(`http://localhost:${new URL(url).port}`)
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
  })
})
