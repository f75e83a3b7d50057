// A Bot API server for tests: answers methods as Telegram does, holds long polls, and records calls.
import { type Provider, type Received, type Reply, startProvider } from './provider.ts'

export interface BotServer {
  url: string
  /** Bodies of the calls of one method, in order. */
  calls(method: string): Record<string, unknown>[]
  /** Adds updates to the queue of getUpdates, and returns their ids. */
  queueUpdates(...updates: object[]): number[]
  /** Sets the reply of a method. Use undefined to restore Telegram's reply. */
  setReply(method: string, with_: ((body: Record<string, unknown>) => Reply | Promise<Reply>) | undefined): void
  /** The webhook that is set, if any. */
  webhook(): { url: string; secret_token: string } | undefined
  /** Returns the number of long polls that are open now, and the largest number that were open at the same time. */
  openPolls(): { now: number; most: number }
  stop(): Promise<void>
}

/** The duration of a long poll. It is short, so that an open poll does not delay the end of a test. */
const POLL_MILLISECONDS = 1500

export async function startBotServer(): Promise<BotServer> {
  const provider: Provider = await startProvider()
  const answers = new Map<string, (body: Record<string, unknown>) => Reply | Promise<Reply>>()
  const recorded: { method: string; body: Record<string, unknown> }[] = []
  const queue: { update_id: number }[] = []
  let waiting: (() => void)[] = []
  let hook: { url: string; secret_token: string } | undefined
  let number = 1000
  let messages = 0
  let now = 0
  let most = 0

  const ok = (result: unknown): Reply => ({ body: { ok: true, result } })
  const getUpdates = async ({ offset }: Record<string, unknown>): Promise<Reply> => {
    if (hook) {
      const description =
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
      return { status: 409, body: { ok: false, error_code: 409, description } }
    }
    if (typeof offset === 'number') while (queue[0] && queue[0].update_id < offset) queue.shift()
    now++
    most = Math.max(most, now)
    if (queue.length === 0) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, POLL_MILLISECONDS).unref()
      })
    }
    now--
    return ok([...queue])
  }
  const methods: Record<string, (body: Record<string, unknown>) => Reply | Promise<Reply>> = {
    getMe: () => ok({ id: 1, is_bot: true, username: 'ShopBot' }),
    setWebhook: (body) => {
      hook = body as unknown as typeof hook
      return ok(true)
    },
    deleteWebhook: () => {
      hook = undefined
      return ok(true)
    },
    getWebhookInfo: () => ok({ url: hook?.url ?? '' }),
    getUpdates,
    sendMessage: ({ chat_id }) => ok({ message_id: ++messages, chat: { id: Number(chat_id) } }),
    answerCallbackQuery: () => ok(true),
    editMessageReplyMarkup: () => ok(true),
  }
  provider.reply(({ path, text }: Received) => {
    const method = path.split('/').at(-1)!
    const body = JSON.parse(text || '{}') as Record<string, unknown>
    recorded.push({ method, body })
    const answer = answers.get(method) ?? methods[method]
    return answer ? answer(body) : { status: 404, body: { ok: false, error_code: 404, description: 'Not Found' } }
  })
  return {
    url: provider.url,
    calls: (name) => recorded.filter(({ method }) => method === name).map(({ body }) => body),
    queueUpdates(...updates) {
      const numbers = updates.map((update) => {
        queue.push({ update_id: ++number, ...update })
        return number
      })
      for (const wake of waiting.splice(0)) wake()
      waiting = []
      return numbers
    },
    setReply(method, with_) {
      if (with_) answers.set(method, with_)
      else answers.delete(method)
    },
    webhook: () => hook,
    openPolls: () => ({ now, most }),
    stop: () => provider.stop(),
  }
}

let numbers = 0

/** Returns an update with a message in a private chat, in Telegram's form. */
export function chatMessage(chat: number, text: string | undefined, more: object = {}) {
  const id = ++numbers
  return {
    message: {
      message_id: id,
      date: Math.floor(Date.now() / 1000),
      chat: { id: chat, type: 'private', first_name: 'Ada' },
      from: { id: chat, is_bot: false, first_name: 'Ada', last_name: 'Lovelace', language_code: 'en-GB' },
      ...(text === undefined ? {} : { text }),
      ...more,
    },
  }
}
