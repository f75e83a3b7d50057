// The carillon command at a terminal: tables, colors, questions, and the continuous output of deliveries tail.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import net, { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carillon } from '../harness/command.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const bin = fileURLToPath(new URL('../../bin/carillon.js', import.meta.url))
/**
 * Whether the program `script` of util-linux is installed. It runs a command at a terminal. Other versions of `script`
 * have different arguments.
 */
const hasScript = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') === true
const ESCAPE = '\u001b'

let test: TestService
let tenant: Tenant
beforeAll(async () => {
  test = await startTestService('postgres')
  tenant = await test.tenant()
})
afterAll(() => test.stop())
const env = () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir, CARILLON_KEY: tenant.testKey })
const workspaceFlags = () => ['--workspace', String(tenant.workspace)]
const send = async (email: string) => {
  const { body } = await test.send(tenant.testKey, { recipient: { email }, template: 'hello', vars: { name: 'x' } })
  return body.delivery_id as number
}

describe.skipIf(!hasScript)('carillon at a terminal', () => {
  /** Runs a command at a terminal and types `answer` when the output contains `question`. */
  async function atTerminal(words: string[], question?: string, answer = '', more: Record<string, string> = {}) {
    const line = [process.execPath, bin, ...words].map((word) => `'${word}'`).join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      env: { PATH: process.env.PATH, TERM: 'xterm', ...env(), ...more },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let out = ''
    let prompted = false
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (question === undefined || prompted || !out.includes(question)) return
      prompted = true
      child.stdin.write(answer)
    })
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, out: out.replaceAll('\r\n', '\n'), prompted }
  }

  it('a command prints tables with titles and colors at a terminal, and omits the colors if NO_COLOR is set', async () => {
    const id = await send('table@example.com')
    await test.settled(tenant, id, 'sent')
    const words = ['deliveries', 'list', '--mode', 'test', ...workspaceFlags()]
    const colored = await atTerminal(words)
    expect(colored.code).toBe(0)
    expect(colored.out).toContain(`${ESCAPE}[2mid  accepted              status  channel  to `)
    expect(colored.out).toContain(`${ESCAPE}[32msent`)
    const plain = await atTerminal(words, undefined, '', { NO_COLOR: '1' })
    expect(plain.out).not.toContain(ESCAPE)
    expect(plain.out).toMatch(
      /^id {2}accepted {14}status {2}channel {2}to {17}template {2}reason\n\d+ +20\S+ \S+Z {2}sent {4}email/,
    )
  })

  it('a delete command asks for confirmation at a terminal and deletes nothing unless the answer is yes', async () => {
    const path = `/workspaces/${tenant.workspace}/templates`
    await test.manage('POST', path, { slug: 'old', name: 'Old', locales: { it: { body: 'x' } } })
    const words = ['template', 'delete', 'old', ...workspaceFlags()]
    const no = await atTerminal(words, '[y/N]', '\r')
    expect(no).toMatchObject({ code: 1, prompted: true, out: expect.stringContaining('Nothing was done.') })
    for (const key of ['\u0003', '\u0004']) {
      const left = await atTerminal(words, '[y/N]', key)
      expect(left).toMatchObject({ code: 1, prompted: true, out: expect.stringContaining('Nothing was done.') })
      expect(left.out).not.toContain('Warning')
    }
    expect((await test.manage('GET', `${path}/old`)).status).toBe(200)
    const yes = await atTerminal(words, 'Delete template old of Test? [y/N]', 'y\r')
    expect(yes).toMatchObject({ code: 0, prompted: true, out: expect.stringContaining('Template old was deleted.') })
    expect((await test.manage('GET', `${path}/old`)).status).toBe(404)
  })

  it('`connection set` reads a secret at a terminal and does not show the typed characters', async () => {
    const words = ['connection', 'set', 'discord', 'webhook_url=-', ...workspaceFlags()]
    const { code, out, prompted } = await atTerminal(words, 'webhook_url: ', 'http://127.0.0.1:9/api/webhooks/1/hush\r')
    expect({ code, prompted }).toEqual({ code: 0, prompted: true })
    expect(out).toContain('Discord is connected.')
    expect(out).not.toContain('hush')
    const left = await atTerminal(words, 'webhook_url: ', '\u0003')
    expect(left).toMatchObject({ code: 2, out: expect.stringContaining('webhook_url was not given.') })
  })
})

describe('carillon deliveries tail', () => {
  interface Tail {
    child: ChildProcess
    lines(): string[]
    err(): string
    ended: Promise<number | null>
  }
  const tails: Tail[] = []
  function follow(...words: string[]): Tail {
    const child = spawn(
      process.execPath,
      [bin, 'deliveries', 'tail', '--mode', 'test', ...words, ...workspaceFlags()],
      {
        env: { PATH: process.env.PATH, ...env() },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    const tail = {
      child,
      lines: () => out.split('\n').filter((line) => line !== ''),
      err: () => err,
      ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
    }
    tails.push(tail)
    return tail
  }
  afterAll(() => {
    for (const { child } of tails) child.kill('SIGKILL')
  })

  it('`deliveries tail` prints the newest delivery, then new and changed deliveries, until Ctrl-C', async () => {
    const before = await send('before@example.com')
    await test.settled(tenant, before, 'sent')
    const tail = follow('--json', '--lines', '1')
    const seen = () => tail.lines().map((line) => JSON.parse(line) as { id: number; status: string })
    await test.until(async () => tail.err().includes('Ctrl-C'))
    expect(seen()).toMatchObject([{ id: before, status: 'sent' }])
    const fresh = await send('delivered@sandbox.test')
    await test.until(async () => seen().some(({ id, status }) => id === fresh && status === 'delivered'))
    // No status of a delivery is printed twice.
    const printed = seen().map(({ id, status }) => `${id} ${status}`)
    expect(new Set(printed).size).toBe(printed.length)
    tail.child.kill('SIGINT')
    expect(await tail.ended).toBe(0)
  })

  it('`deliveries tail --status` prints a delivery when the delivery reaches the status, and applies the other filters', async () => {
    const tail = follow('--status', 'failed', '--q', 'sandbox.test', '--lines', '0')
    await test.until(async () => tail.err().includes('Ctrl-C'))
    await send('delivered@sandbox.test')
    const failed = await send('bounce@sandbox.test')
    await test.until(async () => tail.lines().length > 0)
    expect(tail.lines()).toHaveLength(1)
    expect(tail.lines()[0]).toMatch(
      new RegExp(`^${failed}\t20\\S+ \\S+Z\tfailed\temail\tbounce@sandbox\\.test\thello\t`),
    )
    tail.child.kill('SIGTERM')
    expect(await tail.ended).toBe(0)
  })

  it('`deliveries tail` waits while the service is unreachable and prints the missed deliveries when the service is back', async () => {
    const sockets = new Set<net.Socket>()
    const proxy = net.createServer((client) => {
      const upstream = net.connect(Number(new URL(test.url).port), '127.0.0.1')
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
      client.pipe(upstream).pipe(client)
    })
    const open = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
    await open(0)
    const { port } = proxy.address() as AddressInfo
    const tail = follow('--lines', '0', '--url', `http://127.0.0.1:${port}`)
    await test.until(async () => tail.err().includes('Ctrl-C'))
    const shut = new Promise((resolve) => proxy.close(resolve))
    for (const socket of sockets) socket.destroy()
    await shut
    await test.until(async () => tail.err().includes('Retrying.'))
    const missed = await send('missed@example.com')
    await open(port)
    await test.until(async () => tail.lines().some((line) => line.startsWith(`${missed}\t`)))
    expect(tail.err().match(/Retrying/g)).toHaveLength(1)
    expect(tail.err()).toContain('The service answers again.')
    tail.child.kill('SIGINT')
    expect(await tail.ended).toBe(0)
    const closed = new Promise((resolve) => proxy.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })

  it('`deliveries tail` refuses an unknown workspace', async () => {
    const result = await carillon(['deliveries', 'tail', '--workspace', '999'], env())
    expect(result).toMatchObject({ code: 1, err: 'No workspace 999.\n' })
  })
})
