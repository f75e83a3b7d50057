// Determines whether a rate limit of Telegram applies to one chat or to the whole bot. Telegram's answer is the same in
// both cases, so the number of throttled chats decides.

/** If at least this many chats are throttled at the same time, the limit applies to the whole bot. */
const CHATS = 3
const MOST_BOTS = 10_000

export interface RateLimitTracker {
  /** Records that `chat` is throttled until `until` (in milliseconds), and returns the scope of the limit. */
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
      // The whole bot is paused now. Start the count again after the pause.
      chats.clear()
      return 'connection'
    },
  }
}
