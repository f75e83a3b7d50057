// The command `carillon doctor`. The checks themselves are in doctor.ts.
import type { Noun } from '../command.ts'

const summary = 'Check everything that a running service depends on, and show how to fix each problem.'

export const doctorNoun: Noun = {
  name: 'doctor',
  summary,
  commands: [
    {
      words: 'doctor',
      summary,
      more: `Checks the settings, the data directory, the disk, the master key, the database (prepared statements,
version, clock, schema, LISTEN), the operator's mail server, the service itself, PUBLIC_URL, every connection, and the
expiry of keys and management tokens. Each result is ok, warn or fail. The exit code is 1 if a check fails. The doctor
changes nothing and sends nothing. If no service runs, the doctor opens the embedded database. A service that starts at
that moment reports that the database is in use.`,
      examples: ['carillon doctor', 'carillon doctor --json'],
      run: async (call) => (await import('./doctor.ts')).doctor(call),
    },
  ],
}
