// The type of a finding. A finding is the result of one check of the doctor, with a remedy if the check found a
// problem.

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

/** A finding as --json prints it. */
export interface PrintedFinding {
  what: string
  level: Finding['level']
  says: string
  remedy?: string
}

export function printedFinding({ check, level, message, ...remedy }: Finding): PrintedFinding {
  return { what: check, level, says: message, ...remedy }
}
