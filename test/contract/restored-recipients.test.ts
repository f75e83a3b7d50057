// A set of send requests fills fields of a recipient, and can restore their former values.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressTable } from '../../src/channels/addresses.ts'
import { fillRecipients, restoreRecipients } from '../../src/store/admission/matching.ts'
import { transaction } from '../../src/store/database.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService('embedded', {}, 'start')
})
afterAll(() => test.stop())

it('restores the fields of a recipient only in the workspace of the recipient', async () => {
  const { db } = test.service
  const tenant = await test.tenant()
  const now = test.clock.now()
  const sent = await test.send(tenant.testKey, {
    recipient: { name: 'Ada', email: 'ada@example.com' },
    template: 'hello',
    vars: { name: 'Ada' },
  })
  const id = sent.body.recipient.id
  const fill = {
    ...addressTable().none,
    id,
    workspace_id: tenant.workspace,
    name: null,
    locale: null,
    locale_chosen: false,
  }
  const names = await transaction(db, async (tx) => {
    const [filled] = await fillRecipients(tx, now, [fill])
    const restore = async (workspace: number) => {
      await restoreRecipients(tx, [{ ...filled!.before, workspace_id: workspace, name: 'Grace' }])
      const { rows } = await tx.query<{ name: string }>({
        text: 'select name from recipients where id = $1',
        values: [id],
      })
      return rows[0]?.name
    }
    return [filled?.before.workspace_id, await restore(tenant.workspace + 1), await restore(tenant.workspace)]
  })
  expect(names).toEqual([tenant.workspace, 'Ada', 'Grace'])
})
