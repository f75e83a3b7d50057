// What a check of the doctor found, and what to do about it.

export interface Finding {
  what: string
  level: 'ok' | 'warn' | 'fail'
  /** In words. */
  says: string
  /** What to do; absent when all is well. */
  remedy?: string
}

export const ok = (what: string, says: string): Finding => ({ what, level: 'ok', says })
export const warn = (what: string, says: string, remedy: string): Finding => ({ what, level: 'warn', says, remedy })
export const fail = (what: string, says: string, remedy: string): Finding => ({ what, level: 'fail', says, remedy })
