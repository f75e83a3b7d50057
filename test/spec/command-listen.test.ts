// carillon listen: signed events arrive at a terminal and a local URL in order, and no event is lost.
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '../../sdk/src/index.ts'
import { carillon } from '../harness/command.ts'
import { type Running, startProcess } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

describe('carillon listen', () => {
  let test: TestService
  let tenant: Tenant
  let receiver: Provider
  let proxy: InterruptibleProxy
  const running: Running[] = []
  beforeAll(async () => {
    test = await startTestService('postgres')
    tenant = await test.tenant()
    receiver = await startProvider()
    proxy = await startProxy(Number(new URL(test.url).port))
  })
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL')
  })
  afterAll(async () => {
    await proxy.close()
    await receiver.stop()
    await test.stop()
  })

  const env = () => ({ CARILLON_URL: proxy.url, DATA_DIR: test.dataDir })
  const flags = (...words: string[]) => ['--workspace', String(tenant.workspace), ...words]
  const listen = async (...words: string[]) => {
    const listening = startProcess('listen', env(), flags(...words))
    running.push(listening)
    await test.until(async () => listening.output().includes('Stop with Ctrl-C.'))
    return listening
  }
  const send = async (email: string) => {
    const message = { recipient: { name: 'Ada', email, locale: 'en' }, template: 'hello', vars: { name: 'Ada' } }
    return (await test.send(tenant.testKey, message)).body.delivery_id as number
  }
  const listeners = async () => {
    const { rows } = await test.service.db.query({
      text: `select id from subscriptions where workspace_id = $1 and url = ''`,
      values: [tenant.workspace],
    })
    return rows.length
  }

  it('`listen` forwards signed events in order, retries a refused event, and deletes its dev listener on Ctrl-C', async () => {
    const taken: unknown[] = []
    const seen = new Map<string, number>()
    let secret = ''
    receiver.reply(({ headers, text }) => {
      const result = verify(text, headers, secret)
      if (!result.ok) return { status: 401, text: result.error.message }
      const times = (seen.get(result.id) ?? 0) + 1
      seen.set(result.id, times)
      if (result.name === 'delivery.queued' && times === 1) return { status: 500 }
      taken.push([result.name, 'delivery' in result.event && result.event.delivery.id])
      return { status: 204 }
    })
    const listening = await listen('--forward', `${receiver.url}/in?a=1`, '--events', 'delivery.queued,delivery.sent')
    await test.until(async () => listening.output().includes('signed with'))
    secret = /signed with (whsec_\S+)/.exec(listening.output())![1]!
    const id = await send('ada@example.com')
    await test.until(async () => taken.length >= 2)
    // The order is kept, although the first event was sent twice.
    expect(taken).toEqual([
      ['delivery.queued', id],
      ['delivery.sent', id],
    ])
    expect([...seen.values()]).toEqual([2, 1])
    const [request] = receiver.received
    expect(request).toMatchObject({ method: 'POST', path: '/in?a=1' })
    expect(Object.keys(request!.headers)).toEqual(
      expect.arrayContaining(['x-service-signature', 'x-service-event', 'x-service-delivery-id', 'x-service-mode']),
    )
    await test.until(async () => listening.output().includes(`delivery.sent\tdelivery/${id}\t204 in `))
    const retryMessage = `delivery.queued delivery/${id}: 500 instead of 2xx; retry in 1 s.`
    await test.until(async () => listening.output().includes(retryMessage))
    expect(listening.output()).toMatch(
      new RegExp(`delivery\\.queued\tdelivery/${id}\t204 in \\d+ ms\tqueued email hello\n`),
    )
    expect(await listeners()).toBe(1)
    listening.child.kill('SIGINT')
    expect(await listening.ended).toBe(0)
    expect(await listeners()).toBe(0)
  })

  it('`listen` prints the missed events when the service is available again, and signs events with the secret of `--secret`', async () => {
    const listening = await listen('--json', '--events', 'delivery.sent', '--secret', SECRET)
    const printedEvents = () =>
      listening
        .output()
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    const first = await send('a@example.com')
    await test.until(async () => printedEvents().length >= 1)
    proxy.cut()
    const second = await send('b@example.com')
    await test.settled(tenant, second, 'sent')
    await test.until(async () => listening.output().includes('Retrying.'))
    proxy.recover()
    await test.until(async () => printedEvents().length >= 2)
    expect(printedEvents().map(({ subject }) => subject)).toEqual([`delivery/${first}`, `delivery/${second}`])
    for (const { body, headers } of printedEvents()) expect(verify(body, headers, SECRET).ok).toBe(true)
    await test.until(async () => listening.output().includes('The service answers again.'))
    expect(listening.output()).not.toContain('signed with')
    // The service deletes a dev listener after an hour without a poll. The command then registers another dev listener.
    await test.service.db.query({ text: `delete from subscriptions where url = ''` })
    await test.until(async () => listening.output().includes('ended the previous dev listener'))
    const third = await send('c@example.com')
    await test.until(async () => printedEvents().length >= 3)
    expect(printedEvents()[2]).toMatchObject({ event: 'delivery.sent', subject: `delivery/${third}`, mode: 'test' })
    expect(verify(printedEvents()[2].body, printedEvents()[2].headers, SECRET).ok).toBe(true)
    listening.child.kill('SIGTERM')
    expect(await listening.ended).toBe(0)
    expect(await listeners()).toBe(0)
  })

  it('`listen` prints the step that a fallback started, and the reason for its end', async () => {
    const listening = await listen('--events', 'fallback.step_started,fallback.ended')
    const recipient = { name: 'Ada', email: 'bounce@sandbox.test', phone: '+15005550001', locale: 'en' }
    const message = { recipient, template: 'hello', vars: { name: 'Ada' } }
    const { body } = await test.send(tenant.testKey, {
      ...message,
      fallback: [{ channel: 'email' }, { channel: 'sms' }],
    })
    const printed = (event: string, words: string) =>
      test.until(async () => listening.output().includes(`${event}\tdelivery/${body.delivery_id}\t${words}\n`))
    await printed('fallback.step_started', 'step 2 sms')
    await printed('fallback.ended', 'last_step')
    listening.child.kill('SIGINT')
    expect(await listening.ended).toBe(0)
  })

  it.each([
    [['--forward', 'localhost:8080'], 2, '--forward requires a URL such as http://localhost:8080/events'],
    [['--events', 'delivery.lost'], 1, 'events.0'],
    [['--secret', 'hunter2'], 1, 'whsec_'],
    [['--forwrd'], 2, 'Did you mean --forward'],
  ])('`listen` refuses the arguments %j with a message about the wrong flag', async (words, code, message) => {
    const answer = await carillon(['listen', ...flags(...words)], env())
    expect(answer).toMatchObject({ code, out: '' })
    expect(answer.err).toContain(message)
    expect(await listeners()).toBe(0)
  })
})

/** A TCP proxy in front of the service. A test can interrupt the proxy. */
interface InterruptibleProxy {
  url: string
  cut(): void
  recover(): void
  close(): Promise<void>
}

async function startProxy(port: number): Promise<InterruptibleProxy> {
  const open = new Set<Socket>()
  let accepting = true
  const server = createServer((near) => {
    if (!accepting) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    accepting = false
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut,
    recover() {
      accepting = true
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
