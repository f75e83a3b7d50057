// Management route of the installation, for operators.
import { type TSchema, Type } from 'typebox'
import { installationState } from '../../installation/state.ts'
import type { HttpDeps } from '../deps.ts'
import { type ManageApp, read, route } from './access/rules.ts'
import { at, string } from './answers/answers.ts'
import { orNull, shape } from './shapes.ts'

export const installationShapes = [
  shape('Installation', {
    version: Type.String({ description: 'The version of the process that sends this response.' }),
    finished_version: orNull(
      Type.String({
        description:
          'The newest version to which the installation was completely upgraded. null if no upgrade was finished yet.',
      }),
    ),
    secrets_bound_at: orNull(
      Type.String({
        format: 'date-time',
        description:
          'Since this time, every stored secret can be decrypted only in its database row. null if some secrets are not yet encrypted in this way.',
      }),
    ),
    unopened_secrets: orNull(
      Type.Object(
        {
          columns: Type.Array(
            Type.Object({
              table: string,
              column: string,
              count: Type.Integer(),
              ids: Type.Array(Type.Integer(), { description: 'The ids of the first ten rows.' }),
            }),
          ),
          remedy: string,
        },
        {
          description:
            'Stored secrets in the format of 0.1.0 that this process cannot decrypt with any key. While such secrets exist, `secrets_bound_at` is null. Only the first 1,000 secrets in the format of 0.1.0 are checked. null if no such secret was found.',
        },
      ),
    ),
    processes: Type.Array(
      Type.Object({
        id: string,
        role: Type.Enum(['start', 'api', 'worker'], { type: 'string' }),
        version: string,
        host: string,
        started_at: at,
        seen_at: at,
      }),
      { description: 'Processes that reported in the last two minutes. Processes of version 0.1.0 do not report.' },
    ),
    older: Type.Array(string, {
      description:
        'The evidence that processes of an older version are running, in words. The upgrade cannot be finished while they run.',
    }),
  }),
] satisfies TSchema[]

export function installationRoutes(app: ManageApp, { db, clock, seal }: HttpDeps): void {
  app.get(
    '/installation',
    route(
      read('operator'),
      'readInstallation',
      'Read the version, the running processes and the state of the upgrade',
      {
        response: { 200: 'Installation' },
      },
    ),
    async () => installationState(db, seal, clock.now()),
  )
}
