// The type of a finding of the doctor's checks. It may have a remedy.

export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  message: string
  /** Absent if `level` is ok. */
  remedy?: string
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message })
export const warn = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'warn',
  message,
  remedy,
})
export const fail = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'fail',
  message,
  remedy,
})

/** A finding in the output of --json. */
export interface PrintedFinding {
  what: string
  level: Finding['level']
  says: string
  remedy?: string
}

export function printedFinding({ check, level, message, ...remedy }: Finding): PrintedFinding {
  return { what: check, level, says: message, ...remedy }
}
