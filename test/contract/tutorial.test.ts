// Runs the commands of docs/tutorial.md in order, against a service process and a local server that plays the Bot API
// of Telegram.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const BOT_TOKEN = '123456789:AA-example'
const CHAT = 77
const DEADLINE_MS = 60_000

interface Block {
  language: string
  text: string
}

/** The numbered sections of the page, in order. */
const sections = readFileSync(path.join(root, 'docs/tutorial.md'), 'utf8')
  .split(/^## (?=\d+\. )/m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    blocks: [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(
      ([, language = '', text = '']): Block => ({ language, text }),
    ),
  }))

/** A program that keeps running in a separate terminal: the service or the reader's server. */
interface Terminal {
  child: ChildProcess
  output: string
}

let bot: BotServer
let folder: string
let replacements: [string, string][]
let exports = ''
const env: Record<string, string | undefined> = { PATH: process.env.PATH, LOG_LEVEL: 'error' }
const terminals: Terminal[] = []

beforeAll(async () => {
  bot = await startBotServer()
  folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-tutorial-test-'))
  const [port, serverPort] = [await freePort(), await freePort()]
  env.PORT = String(port)
  replacements = [
    ['/tmp/carillon-tutorial', path.join(folder, 'files')],
    ['localhost:3000', `localhost:${port}`],
    ['127.0.0.1:3000', `127.0.0.1:${port}`],
    ['8080', String(serverPort)],
    // `npm start` also installs the packages and builds the service. A test run has already done both.
    ['npm start', 'exec node bin/carillon.js start'],
    // The reader's bot uses Telegram. The test uses a local server instead.
    ['connection set telegram bot_token=-', `connection set telegram bot_token=- api_base=${bot.url}`],
  ]
})
afterAll(async () => {
  for (const { child } of terminals) child.kill('SIGKILL')
  await bot.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the tutorial', () => {
  it.each(sections)('the commands of the section $title print the results that the page shows', async ({ blocks }) => {
    for (const [at, { language, text }] of blocks.entries()) {
      if (language !== 'sh') continue
      const command = adapted(text)
      const expected = outputAfter(blocks, at)
      if (keepsRunning(text)) await startTerminal(command, expected)
      else await runCommand(command, expected)
      await actAfter(text)
    }
    // If a block of output follows no command, it shows what the reader's server prints after a button press.
    if (blocks.every(({ language }) => language === 'text')) {
      pressButton()
      for (const { text } of blocks) await until(async () => readerServer().output.includes(text))
    }
  })

  it('the tutorial sends one callback and leaves neither files nor a running program', () => {
    expect(readerServer().output.match(/pressed/g)).toHaveLength(1)
    expect(bot.calls('answerCallbackQuery')).toHaveLength(1)
    expect(terminals.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([0, 'SIGINT'])
    expect(existsSync(path.join(folder, 'files'))).toBe(false)
  })
})

/** Returns the block of output that follows a block of commands. */
function outputAfter(blocks: Block[], at: number): string | undefined {
  const next = blocks[at + 1]
  return next?.language === 'text' ? next.text : undefined
}

/** Returns the text with the test's own folder, ports and addresses. */
function adapted(text: string): string {
  return replacements.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

/** Returns the reader's server, which is the last program that the page starts in a terminal. */
function readerServer(): Terminal {
  const terminal = terminals.at(-1)
  if (!terminal) throw new Error('The page has not started the server.')
  return terminal
}

function keepsRunning(text: string): boolean {
  return /^(npm start|node \S+\/server\.mjs)\n$/m.test(`${text.trim().split('\n').at(-1)}\n`)
}

async function startTerminal(command: string, expected: string | undefined): Promise<void> {
  const script = command.replace(/^node /m, 'exec node ')
  const child = spawn('bash', ['--norc', '-euc', script], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const terminal = { child, output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      terminal.output += chunk.toString()
    })
  terminals.push(terminal)
  if (expected !== undefined) await until(async () => patternOf(expected).test(terminal.output.trim()))
}

async function runCommand(command: string, expected: string | undefined): Promise<void> {
  exports += `${(command.match(/^export .*$/gm) ?? []).join('\n')}\n`
  const { code, output } = await runShell(command)
  expect(code, `${command}\n${output}`).toBe(0)
  if (expected !== undefined) expect(output.trim()).toMatch(patternOf(expected))
}

async function runShell(command: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['--norc', '-euc', `${exports}${command}`], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  // Only `connection set` reads standard input: the reader types the token there.
  child.stdin.on('error', () => {})
  child.stdin.end(`${BOT_TOKEN}\n`)
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Does what the page asks the reader to do outside the terminal after a block of commands. */
async function actAfter(text: string): Promise<void> {
  if (text.includes('telegram-link')) {
    const { output } = await runShell('node bin/carillon.js recipients telegram-link 1')
    bot.queueUpdates(chatMessage(CHAT, `/start ${/start=([\w-]+)/.exec(output)?.[1]}`))
    await until(async () => {
      const { output: shown } = await runShell('node bin/carillon.js recipients show 1 --json')
      return JSON.parse(shown).telegram_chat_id === String(CHAT)
    })
  }
  if (text.includes('bin/carillon.js send ')) await until(async () => bot.calls('sendMessage').length === 1)
  if (text.includes('deliveries show'))
    await until(async () => (await runShell('node bin/carillon.js callbacks list')).output.includes('received'))
  if (text.includes('callbacks list')) await stopTerminals()
}

function pressButton(): void {
  const keyboard = bot.calls('sendMessage')[0]?.reply_markup
  bot.queueUpdates({
    callback_query: {
      id: 'press-1',
      from: { id: CHAT, is_bot: false, first_name: 'Ada' },
      message: {
        message_id: 1,
        date: 1,
        chat: { id: CHAT, type: 'private', first_name: 'Ada' },
        reply_markup: keyboard,
      },
      chat_instance: '1',
      data: /"callback_data":"([^"]+)"/.exec(JSON.stringify(keyboard))?.[1],
    },
  })
}

/** Presses Ctrl-C in both terminals. */
async function stopTerminals(): Promise<void> {
  for (const { child } of terminals) {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
}

/** Returns a pattern for the page's output, in which … stands for any text. */
function patternOf(expected: string): RegExp {
  const parts = adapted(expected).trim().split('…')
  return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*'))
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline)
      throw new Error(`Timed out. The terminals show:\n${terminals.map(({ output }) => output).join('\n---\n')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
