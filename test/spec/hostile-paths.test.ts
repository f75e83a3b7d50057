// Hostile paths below every kind of route: traversal, invalid escapes, control characters and overlong segments.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type TestService } from '../harness/service.ts'

/** The service serves files, pages and API objects below these paths. */
const PLACES = ['/', '/assets/', '/docs/', '/docs/static/', '/w/', '/v1/', '/v1/deliveries/', '/v1/manage/workspaces/']
const PAGES = ['/v1/actions/', '/v1/unsubscribe/', '/v1/inbound/telegram/', '/wh/', '/v1/push/devices/']

const PATHS = [
  '%2e%2e/%2e%2e/package.json',
  '../../package.json',
  '..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '..\\..\\package.json',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '.%2e/.%2e/package.json',
  '%252e%252e/%252e%252e/package.json',
  '....//....//package.json',
  './././index.js',
  '%2f%2fetc/passwd',
  '/etc/passwd',
  '%00',
  'index.js%00.css',
  'a%0d%0aSet-Cookie:x=1',
  '%ff%fe',
  '%',
  '%e0%a4%a',
  '%c0%ae%c0%ae/package.json',
  '%u002e%u002e/x',
  '.env',
  '.git/config',
  'con:',
  'a;b=c',
  '*',
  '?%',
  '%3f',
  '#x',
  '%23',
  '~root',
  '🔔',
  'a'.repeat(300),
  'a/'.repeat(2000),
  '%41'.repeat(2000),
  '../'.repeat(2000),
  '9'.repeat(400),
  '-1',
  '1e999',
  '__proto__',
  'constructor',
]

/** Returns whether the text is an error response: an error code and a message. */
const isContract = (text: string) => /^\{"error":"[a-z_]+",.*"message":".+"/.test(text)

describe.each(databases)('hostile paths on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  /** Sends the path unchanged. `fetch` would resolve the dots in the path. */
  const send = (method: string, path: string) =>
    new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(test.url)
      const sent = request({ hostname, port, method, path }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', text }),
        )
      })
      sent.on('error', reject)
      sent.end()
    })

  it.each([...PLACES, ...PAGES])(
    'answers every hostile path below %s without a 5xx status and without a file from another folder',
    async (place) => {
      const wrong: unknown[] = []
      for (const hostile of PATHS.map((path) => path.replaceAll('🔔', Buffer.from('🔔').toString('latin1')))) {
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
          const path = `${place}${hostile}`
          const { status, type, text } = await send(method, path)
          const isOurs = type.startsWith('text/html') ? status < 500 : status >= 400 && status < 500 && isContract(text)
          if (!isOurs || text.includes('"name": "carillon"'))
            wrong.push([method, path.slice(0, 80), status, type, text.slice(0, 80)])
        }
      }
      expect(wrong).toEqual([])
    },
  )
})
