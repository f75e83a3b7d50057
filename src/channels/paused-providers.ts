// The pauses of single providers, on a channel whose providers serve side by side.

/** The code of an outcome of class `throttled` for a message that only paused providers can send. Nothing was sent. */
export const NEEDS_PAUSED_PROVIDER = 'connection_paused'

export interface PausedProvider {
  provider: string
  /** The end of the pause, or the time to check it again. */
  until: Date
}
