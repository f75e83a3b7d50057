// The logger. It writes JSON lines to standard output, and removes secrets from them.
import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** Creates the logger. `level` is a level of pino, or `silent`. Each line contains the fields of `base`. */
export function createLogger(level: string, base: { pid: number } | null = null): Logger {
  return pino({
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // Exclude the fields `detail` and `where` of PostgreSQL's errors, because they may contain values of a row or of
      // a statement.
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
