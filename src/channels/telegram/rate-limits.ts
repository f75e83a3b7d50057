// Finds the scope of Telegram's rate limits: a chat or the whole bot. The answer is the same, so the number of
// throttled chats decides.

/** If this many chats are throttled at the same time, the limit is the bot's. */
const CHATS = 3
const MOST_BOTS = 10_000

export interface RateLimitTracker {
  /** Records that `chat` is throttled until `until` (milliseconds), and returns the scope of the limit. */
  scopeOf(bot: string, chat: string, now: number, until: number): 'connection' | 'recipient'
}

export function createRateLimitTracker(): RateLimitTracker {
  const bots = new Map<string, Map<string, number>>()
  return {
    scopeOf(bot, chat, now, until) {
      if (bots.size >= MOST_BOTS) bots.clear()
      const chats = bots.get(bot) ?? new Map<string, number>()
      bots.set(bot, chats)
      for (const [name, end] of chats) if (end <= now) chats.delete(name)
      chats.set(chat, until)
      if (chats.size < CHATS) return 'recipient'
      // The whole bot is paused now. After the pause, the count starts again.
      chats.clear()
      return 'connection'
    },
  }
}
