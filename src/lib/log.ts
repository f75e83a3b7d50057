// Structured logs: JSON lines on standard output, without secrets.
import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** `level`: pino's names, or silent. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // PostgreSQL tells the row that broke a rule, and the values a statement was given.
      paths: [
        '*.authorization',
        '*.password',
        '*.secret',
        '*.token',
        'req.headers.authorization',
        'err.detail',
        'err.where',
      ],
      censor: '[redacted]',
    },
  })
}
