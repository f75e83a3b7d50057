// carillon doctor in the table of commands; doctor.ts does the looking.
import type { Noun } from '../command.ts'

const summary = 'Look at everything a running service depends on, and say what to do about what is wrong.'

export const doctorNoun: Noun = {
  name: 'doctor',
  summary,
  commands: [
    {
      words: 'doctor',
      summary,
      more: `Looks at the settings, the data directory, the disk, the master key, the database (version, clock, schema, LISTEN), the
operator's mail server, the service itself, PUBLIC_URL, every connection, and keys and management tokens that expire. Each line is ok, warn or fail; the exit code
is 1 when something fails. Nothing is changed and nothing is sent. An embedded database that no service has open is opened for the look: a service that
is started in that second is told that it is in use.`,
      examples: ['carillon doctor', 'carillon doctor --json'],
      run: async (call) => (await import('./doctor.ts')).doctor(call),
    },
  ],
}
