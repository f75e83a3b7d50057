// Tracing as an operator enables it: deploy/otel.mjs is loaded before
// the built service, and a collector receives the spans.

import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { makeDatabaseFolder } from '../harness/database-folder.ts'
import { startProcess } from '../harness/processes.ts'

it('sends the spans of a service process to a collector', async () => {
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      bodies.push(text)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const dataDir = makeDatabaseFolder('carillon-tracing-')
  const service = startProcess('start', {
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('../../deploy/otel.mjs', import.meta.url))}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  try {
    const url = await service.url
    await expect.poll(() => /svc_test_\w+/.test(service.output()), { timeout: 30_000 }).toBe(true)
    const answer = await fetch(`${url}/v1/send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${/svc_test_\w+/.exec(service.output())![0]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        recipient: { name: 'Ada', email: 'ada@example.com' },
        template: 'welcome',
        vars: { name: 'Ada' },
      }),
    })
    expect(answer.status).toBe(202)
    const names = ['accept', 'claim', 'try', 'settle'].map((step) => `"carillon.${step}"`)
    await expect.poll(() => names.filter((name) => !bodies.join('').includes(name)), { timeout: 30_000 }).toEqual([])
    expect(bodies.join('')).toContain('"service.name","value":{"stringValue":"carillon"}')
    expect(bodies.join('')).not.toContain('ada@example.com')
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
    collector.closeAllConnections()
    collector.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
