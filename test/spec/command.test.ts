// The carillon command: help, usage errors, exit codes, docs/command.md, and the settings that name the service.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { commands } from '../../src/cli/commands.ts'
import { commandPage } from '../../src/cli/pages/command-page.ts'
import { carillon } from '../harness/command.ts'
import { startTestService, type TestService } from '../harness/service.ts'

describe('table of commands', () => {
  it('docs/command.md matches the table of commands', () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/command.md', import.meta.url)), 'utf8')
    expect(page).toBe(commandPage())
  })

  it('every command has examples, and the arguments of these examples are valid', () => {
    for (const command of commands) {
      expect(command.examples.length, command.words).toBeGreaterThan(0)
      for (const example of command.examples) {
        const words = /carillon (?:\$\()?([^|<>)]*)/.exec(example)![1]!.trim()
        expect(words.startsWith(command.words), example).toBe(true)
        const rest = words.slice(command.words.length).match(/"[^"]*"|\S+="[^"]*"|\S+/g) ?? []
        expect(() => readArguments(command, rest), example).not.toThrow()
      }
    }
  })
})

describe('arguments of commands', () => {
  it('prints help for all commands, for the commands of one noun, and for one command', async () => {
    const all = await carillon(['--help'])
    expect(all).toMatchObject({ code: 0, err: '' })
    for (const command of commands) expect(all.out).toContain(`carillon ${command.words.split(' ')[0]}`)
    expect(all.out).toContain('3  the service is unreachable')
    const noun = await carillon(['template', '--help'])
    expect(noun.code).toBe(0)
    expect(noun.out).toContain('carillon template push FOLDER')
    for (const words of [
      ['template', 'push', '--help'],
      ['help', 'template', 'push'],
      ['templates', 'push', '-h'],
    ]) {
      const { code, out } = await carillon(words)
      expect(code).toBe(0)
      expect(out).toContain('Usage: carillon template push FOLDER [flags]')
      expect(out).toContain('--dry-run')
      expect(out).toContain('Examples:')
    }
  })

  it('prints the version for `--version` and for the command `version`', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(await carillon(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
    expect(await carillon(['version', '--json'])).toEqual({ code: 0, out: `{"version":"${version}"}\n`, err: '' })
  })

  it.each<[string[], string]>([
    [[], 'carillon start'],
    [['wrokspace', 'list'], 'Did you mean "workspace"?'],
    [['zebra'], '"carillon help" lists all commands'],
    [['template', 'preveiw'], 'Did you mean "template preview"?'],
    [['template'], 'carillon template push FOLDER'],
    [['workspace', 'credits'], 'There is no command "workspace credits".\n'],
    [['deliveries', 'move', '6'], 'Give the new time: --scheduled-for'],
    [['help', 'tempalte'], 'Did you mean "template"?'],
    [['--url', 'workspace', 'list'], 'Write the command before its flags'],
    [['workspace', 'list', '--jsno'], 'Did you mean --json?'],
    [['workspace', 'list', '-x'], 'has no flag -x'],
    [['workspace', 'list', '--all=yes'], '--all is a switch'],
    [['workspace', 'list', '--limit'], '--limit needs a value: --limit N.'],
    [['workspace', 'list', '--limit', '--all'], '--limit needs a value'],
    [['workspace', 'list', '--limit', 'ten'], '--limit must be a whole number, not "ten"'],
    [['workspace', 'list', '--limit', '0'], '--limit must be 1 or more'],
    [['workspace', 'list', 'Shop'], 'does not accept "Shop"'],
    [['workspace', 'create'], 'workspace create needs NAME'],
    [['workspace', 'create', 'A', '--plan', 'agancy'], 'Did you mean agency?'],
    [['workspace', 'credits', 'add', 'many'], 'AMOUNT must be a whole number'],
    [['deliveries', 'list', '--status', 'faild'], 'read or failed, not "faild". Did you mean failed?'],
    [['deliveries', 'show', 'first'], 'ID must be a number such as 17, not "first"'],
    [['key', 'create', '--mode', 'lve'], '--mode must be live or test, not "lve". Did you mean live?'],
    [['send', 'welcome'], 'The recipient is missing'],
    [['send', '--email', 'a@example.com'], 'The template is missing'],
    [['send', 'welcome', '--email', 'a@example.com', '--var', 'name'], '--var takes name=value, not "name"'],
    [['send', 'welcome', '--email', 'a@example.com'], 'carillon key create --mode test'],
  ])('the command refuses the arguments %j with exit code 2', async (words, message) => {
    const { code, out, err } = await carillon(words)
    expect(err).toContain(message)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  it('with `--json`, prints a usage error as JSON', async () => {
    const { code, out, err } = await carillon(['workspace', 'create', '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(out)).toEqual({ error: 'usage', message: 'workspace create needs NAME.' })
    expect(err).toBe('workspace create needs NAME.\n')
  })
})

/** Returns a URL at which a server has just stopped. */
async function unusedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const JSON_TYPE = { 'content-type': 'application/json' }

describe('commands and the service', () => {
  let test: TestService
  let other: Server
  let otherUrl: string
  beforeAll(async () => {
    test = await startTestService('embedded')
    other = createServer((request, response) => {
      const [, kind = ''] = /^\/(moved|away|broken)\//.exec(request.url ?? '') ?? []
      const answers: Record<string, [number, Record<string, string>, string]> = {
        moved: [301, { location: 'https://carillon.example/' }, ''],
        away: [503, JSON_TYPE, '{"error":"unavailable","message":"The database is not reachable."}'],
        broken: [500, { ...JSON_TYPE, 'x-request-id': 'req-7' }, '{"error":"internal_error","message":"Our fault."}'],
      }
      const [status, headers, body] = answers[kind] ?? [200, { 'content-type': 'text/html' }, '<p>Hello']
      response.writeHead(status, { ...headers, ...(kind === 'away' ? { 'retry-after': '5' } : {}) }).end(body)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await test.stop()
    other.close()
    other.closeAllConnections()
  })

  const list = (env: Record<string, string>, ...flags: string[]) => carillon(['workspace', 'list', ...flags], env)

  it('the command finds the service by environment variables, by flags, or by the settings of a service on the same machine', async () => {
    const token = readFileSync(`${test.dataDir}/admin-token`, 'utf8').trim()
    const port = new URL(test.url).port
    for (const result of [
      await list({ CARILLON_URL: test.url, CARILLON_TOKEN: token }),
      await list({ CARILLON_URL: `${test.url}/v1/`, DATA_DIR: test.dataDir }),
      await list({}, '--url', test.url, '--token', token),
      await carillon(['workspace', 'list', '--url', test.url, '--token', '-'], {}, `${token}\n`),
      await list({ PORT: port, DATA_DIR: test.dataDir }),
    ]) {
      expect(result).toMatchObject({ code: 0, err: '' })
      expect(result.out).toMatch(/^1\tDemo\t/)
    }
  })

  it('exits with 3 and prints a remedy if the service does not answer, or if another program answers in its place', async () => {
    const closedAddress = await unusedAddress()
    const gone = await list({ CARILLON_URL: closedAddress })
    expect(gone).toMatchObject({ code: 3, out: '' })
    expect(gone.err).toContain(`does not answer at ${closedAddress}: connect ECONNREFUSED`)
    expect(gone.err).toContain('carillon start')
    const json = await list({ CARILLON_URL: closedAddress }, '--json')
    expect(JSON.parse(json.out)).toMatchObject({ error: 'unreachable' })
    expect(await list({ CARILLON_URL: 'not an address' })).toMatchObject({ code: 3 })
    const foreign = await list({ CARILLON_URL: otherUrl })
    expect(foreign.code).toBe(3)
    expect(foreign.err).toContain('is not Carillon: it returned HTTP 200')
    const moved = await list({ CARILLON_URL: `${otherUrl}/moved` })
    expect(moved.code).toBe(3)
    expect(moved.err).toContain('https://carillon.example/')
  })

  it('exits with 3 if the service is temporarily unavailable, and with 1 for an internal error', async () => {
    const away = await list({ CARILLON_URL: `${otherUrl}/away` })
    expect(away).toEqual({ code: 3, out: '', err: 'The database is not reachable.\nTry again in 5 seconds.\n' })
    const broken = await list({ CARILLON_URL: `${otherUrl}/broken` })
    expect(broken).toEqual({ code: 1, out: '', err: "Our fault.\nThe request's id is req-7.\n" })
  })

  it('prints how to get a management token if the management token is missing or unknown', async () => {
    const without = await list({ CARILLON_URL: test.url, DATA_DIR: '/nowhere' })
    expect(without).toMatchObject({ code: 1, out: '' })
    expect(without.err).toContain('Set CARILLON_TOKEN')
    const wrong = await list({ CARILLON_URL: test.url, CARILLON_TOKEN: 'svcadm_wrong' }, '--json')
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.out)).toMatchObject({ error: 'invalid_token' })
    expect(wrong.err).toContain('The token must belong to the service at this address.')
  })

  it('prints the problem of each field that the service refused', async () => {
    const { code, out, err } = await carillon(
      ['workspace', 'create', 'Shop', '--locale', 'klingon!', '--brand-color', 'red'],
      { CARILLON_URL: test.url, DATA_DIR: test.dataDir },
    )
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('Refused: 2 fields are invalid.')
    expect(err).toMatch(/default_locale {2}must have a format such as en/)
    expect(err).toMatch(/brand\.color {5}must have a format such as #aa3366/)
  })

  it('the command exits with 0 when the program that reads its output closes the pipe', async () => {
    const { spawn } = await import('node:child_process')
    const bin = fileURLToPath(new URL('../../bin/carillon.js', import.meta.url))
    const child = spawn(process.execPath, [bin, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    expect(stderr).toBe('')
  })
})
