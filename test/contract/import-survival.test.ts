// An import continues after the process that applies it is killed. Each row is applied once, emits one event and
// triggers automations once.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { imports } from '../../src/limits.ts'
import { createInstallation, type Installation, until } from '../harness/installation.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'

const PEOPLE = 700
const TAGGED = 50

const tokenOf = ({ dataDir }: Installation) => readFileSync(path.join(dataDir, 'admin-token'), 'utf8').trim()

/** Sends the first part of a file. The process is killed before the rest arrives. */
function beginUpload(installation: Installation, url: string, part: string): Promise<void> {
  return new Promise((resolve) => {
    const upload = request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(installation)}`, 'content-type': 'text/csv' },
    })
    upload.on('error', () => {})
    upload.write(part, () => resolve())
  })
}

describe.each(databases)('imports of killed processes, %s', (kind) => {
  it('deletes an incomplete upload, and applies every row of an interrupted import exactly once', async () => {
    const receiver: Provider = await startProvider()
    receiver.reply(() => ({ status: 200 }))
    const installation = await createInstallation(kind)
    try {
      let server = await installation.start()
      const site = await installation.createSite(server.address, receiver.url)
      const base = `/workspaces/${site.workspace}`
      const manage = (method: string, at: string, body?: object) =>
        installation.manage(server.address, method, `${base}${at}`, body)
      await manage('POST', '/subscriptions', { url: `${receiver.url}/events`, events: ['contact.created'] })
      const automation = await manage('POST', '/automations', {
        name: 'Welcome',
        trigger: { type: 'contact.tagged', tag: 'vip' },
        source: site.source,
        template: 'hello',
      })

      const rows = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, n) => `p${from + n}@example.com,N,${from + n < TAGGED ? 'vip' : ''}\n`)
      const head = 'email,name,tags\n'
      const at = `/v1/manage${base}/recipients/import?mode=test`
      await beginUpload(installation, server.address + at, head + rows(0, 10_000).join(''))
      await until(240, async () => {
        const { data } = await manage('GET', '/recipients/imports')
        return data[0]?.rows >= 500
      })
      server.child.kill('SIGKILL')
      await server.ended
      server = await installation.start()
      expect((await manage('GET', '/recipients?mode=test')).data).toEqual([])

      const answer = await fetch(server.address + at, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenOf(installation)}`, 'content-type': 'text/csv' },
        body: head + rows(0, PEOPLE).join(''),
      })
      const { id } = (await answer.json()) as { id: number }
      const read = () => manage('GET', `/recipients/imports/${id}`)
      await until(240, async () => (await read()).done >= 500)
      server.child.kill('SIGKILL')
      await server.ended
      // On PostgreSQL the rows stay claimed until the lease ends.
      if (kind === 'postgres') installation.advanceClock(imports.lease)
      server = await installation.start()
      const done = await until(240, async () => {
        const now = await read()
        return now.ended_at !== null && now
      })
      expect(done).toMatchObject({ state: 'done', created: PEOPLE, updated: 0, unchanged: 0, refused: 0 })

      const runs = await until(240, async () => {
        const { runs } = await manage('GET', `/automations/${automation.id}`)
        return runs.sent === TAGGED && runs
      })
      expect(runs).toEqual({ waiting: 0, sent: TAGGED, refused: 0 })
      const recipients = new Set<number>()
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await manage('GET', `/deliveries?mode=test&limit=100${cursor && `&cursor=${cursor}`}`)
        for (const { recipient_id } of page.data) {
          expect(recipients.has(recipient_id)).toBe(false)
          recipients.add(recipient_id)
        }
        cursor = page.next_cursor
      }
      expect(recipients.size).toBe(TAGGED)
      // An event may arrive twice with the same id, but no row emits two events.
      const bodies = await until(240, async () => {
        const events = new Map(receiver.received.map(({ headers, text }) => [headers['webhook-id'], JSON.parse(text)]))
        return events.size >= PEOPLE && [...events.values()]
      })
      expect(new Set(bodies.map(({ data }) => data.contact.email)).size).toBe(PEOPLE)
      expect(bodies).toHaveLength(PEOPLE)
    } finally {
      await installation.remove()
      await receiver.stop()
    }
  }, 900_000)
})
