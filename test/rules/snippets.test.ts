// Runs the portal's snippets that verify signatures, with requests that the service signed. Leaves out languages that are
// not installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type SnippetLanguage, snippets } from '../../portal/src/pages/webhooks/verification/snippets.ts'
import { eventHeaders, newSecret } from '../../src/events/sign.ts'

const folder = mkdtempSync(join(tmpdir(), 'carillon-snippets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each program reads the arguments secret, body, id, timestamp and signature, and prints `true` or `false`. */
const programs: Record<SnippetLanguage, { file: string; command: string[]; version: string[]; main: string }> = {
  node: {
    file: 'verify.mjs',
    command: [process.execPath, 'verify.mjs'],
    version: [process.execPath, '--version'],
    main: `
const [secret, body, id, timestamp, signature] = process.argv.slice(2)
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
console.log(verify(Buffer.from(body), headers, secret))
`,
  },
  python: {
    file: 'verify.py',
    command: ['python3', 'verify.py'],
    version: ['python3', '--version'],
    main: `
import sys
secret, body, *values = sys.argv[1:]
headers = dict(zip(["webhook-id", "webhook-timestamp", "webhook-signature"], values))
print(str(verify(body.encode(), headers, secret)).lower())
`,
  },
  php: {
    file: 'verify.php',
    command: ['php', 'verify.php'],
    version: ['php', '--version'],
    main: `
[, $secret, $body, $id, $timestamp, $signature] = $argv;
$headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
echo verify($body, $headers, $secret) ? 'true' : 'false';
`,
  },
  ruby: {
    file: 'verify.rb',
    command: ['ruby', 'verify.rb'],
    version: ['ruby', '--version'],
    main: `
secret, body, id, timestamp, signature = ARGV
puts verify(body, { "webhook-id" => id, "webhook-timestamp" => timestamp, "webhook-signature" => signature }, secret)
`,
  },
  go: {
    file: 'webhooks/verify.go',
    command: ['go', 'run', '.'],
    version: ['go', 'version'],
    main: '',
  },
}

const goMain = `package main

import (
	"fmt"
	"net/http"
	"os"
	"snippet/webhooks"
)

func main() {
	header := http.Header{}
	header.Set("webhook-id", os.Args[3])
	header.Set("webhook-timestamp", os.Args[4])
	header.Set("webhook-signature", os.Args[5])
	fmt.Print(webhooks.Verify([]byte(os.Args[2]), header, os.Args[1]))
}
`

const current = newSecret()
const previous = newSecret()
const body = '{"event":"delivery.sent","name":"Zoë \\u2013 ✓"}'
const wireId = 'msg_0e4c2f9ab1d84f6c9e5d7a31b6f08c2d'
const signedAt = (at: Date, secrets: { current: string; previous?: string } = { current }) => {
  const headers = eventHeaders(secrets, { wireId, event: 'delivery.sent', mode: 'live', body, at })
  return [wireId, headers['webhook-timestamp']!, headers['webhook-signature']!]
}
const isInstalled = ([command = '', ...args]: string[]) => spawnSync(command, args).status === 0

describe.each(Object.entries(programs))('the snippet in %s', (language, { file, command, version, main }) => {
  const place = join(folder, language)
  it.skipIf(!isInstalled(version))(
    'accepts genuine requests, also after a rotation, and refuses changed, old and unsigned ones',
    { timeout: 120_000 },
    () => {
      mkdirSync(join(place, 'webhooks'), { recursive: true })
      writeFileSync(join(place, file), `${snippets[language as SnippetLanguage].code}${main}`)
      if (language === 'go') {
        writeFileSync(join(place, 'go.mod'), 'module snippet\n\ngo 1.19\n')
        writeFileSync(join(place, 'main.go'), goMain)
      }
      const [program = '', ...args] = command
      const accepts = (secret: string, text: string, values: string[]) =>
        execFileSync(program, [...args, secret, text, ...values], { cwd: place, encoding: 'utf8' }).trim()
      const now = new Date()
      const genuine = signedAt(now)
      const [id = '', timestamp = '', signature = ''] = genuine
      expect({
        genuine: accepts(current, body, genuine),
        rotatedWithNew: accepts(current, body, signedAt(now, { current, previous })),
        rotatedWithOld: accepts(previous, body, signedAt(now, { current, previous })),
        otherSecret: accepts(previous, body, genuine),
        changedBody: accepts(current, `${body} `, genuine),
        changedId: accepts(current, body, [`${id}0`, timestamp, signature]),
        old: accepts(current, body, signedAt(new Date(now.getTime() - 600_000))),
        noTimestamp: accepts(current, body, [id, 'soon', signature]),
        noSignature: accepts(current, body, [id, timestamp, '']),
      }).toEqual({
        genuine: 'true',
        rotatedWithNew: 'true',
        rotatedWithOld: 'true',
        otherSecret: 'false',
        changedBody: 'false',
        changedId: 'false',
        old: 'false',
        noTimestamp: 'false',
        noSignature: 'false',
      })
    },
  )
})
