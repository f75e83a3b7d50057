// Telegram says "too many requests" in the same words for one chat and for the whole bot: how many chats hear it tells which.

/** Chats that are throttled at the same time before it is the bot that sends too much. */
const CHATS = 3
const MOST_BOTS = 10_000

export interface RateLimitTracker {
  /** Notes that `chat` waits until `until` (milliseconds), and says whose pause that is. */
  scopeOf(bot: string, chat: string, now: number, until: number): 'connection' | 'recipient'
}

export function createFloods(): RateLimitTracker {
  const bots = new Map<string, Map<string, number>>()
  return {
    scopeOf(bot, chat, now, until) {
      if (bots.size >= MOST_BOTS) bots.clear()
      const chats = bots.get(bot) ?? new Map<string, number>()
      bots.set(bot, chats)
      for (const [name, end] of chats) if (end <= now) chats.delete(name)
      chats.set(chat, until)
      if (chats.size < CHATS) return 'recipient'
      // The pause that follows is the whole bot's; what comes after it is counted anew.
      chats.clear()
      return 'connection'
    },
  }
}
