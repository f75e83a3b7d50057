// The logger: it writes JSON lines without secrets to standard output.
import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** Creates the logger. `level`: one of pino's levels, or `silent`. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // In PostgreSQL's errors, `detail` and `where` may contain values of a row or of a statement.
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
