// Management: the installation itself, for operators.
import { type TSchema, Type } from 'typebox'
import { installationState } from '../../installation/state.ts'
import type { HttpDeps } from '../deps.ts'
import { type ManageApp, read, route } from './access/rules.ts'
import { at, string } from './answers/answers.ts'
import { orNull, shape } from './shapes.ts'

export const installationShapes = [
  shape('Installation', {
    version: Type.String({ description: 'Of the process that answers.' }),
    finished_version: orNull(
      Type.String({ description: 'The newest version whose upgrade was finished; null: none was finished yet.' }),
    ),
    secrets_bound_at: orNull(
      Type.String({
        format: 'date-time',
        description: 'Since when every stored secret is bound to its row; null: not yet.',
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
              ids: Type.Array(Type.Integer(), { description: 'Ids of rows: the first ten.' }),
            }),
          ),
          remedy: string,
        },
        {
          description:
            'Stored secrets in the form of 0.1.0 that no key of this process opens. They keep `secrets_bound_at` null. The first 1,000 secrets in that form are tried. Null: none was found.',
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
      { description: 'Those that reported themselves in the last two minutes. Version 0.1.0 does not.' },
    ),
    older: Type.Array(string, {
      description:
        'Traces of processes of an older version, in words: while there are any, an upgrade cannot be finished.',
    }),
  }),
] satisfies TSchema[]

export function installationRoutes(app: ManageApp, { db, clock, seal }: HttpDeps): void {
  app.get(
    '/installation',
    route(
      read('operator'),
      'readInstallation',
      'The version, the processes that run, and whether an upgrade is finished',
      {
        response: { 200: 'Installation' },
      },
    ),
    async () => installationState(db, seal, clock.now()),
  )
}
