// A worker applies the rows of an import in sets, in the order of the file. The size of the sets changes neither the
// recipients nor the refused rows.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImportWork } from '../../src/recipients/import-work.ts'
import { runs } from '../harness/fuzz.ts'
import { upload, waitForImport } from '../harness/imports.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const FIELDS = ['email', 'whatsapp_phone', 'telegram_chat_id'] as const
type Given = Partial<Record<(typeof FIELDS)[number], string>>
interface Row {
  /** The index of a stored recipient, or an index at which no recipient is stored. */
  id?: number
  name: string
  given: Given
}
interface File {
  people: Given[]
  rows: Row[]
  matchBy: 'all' | 'id' | 'email' | 'whatsapp_phone' | 'telegram_chat_id'
}

const SIZES = [1, 3, 500]
const VALUES = 6

const given = fc
  .record(
    {
      email: fc.nat(VALUES).map((n) => `p${n}@x.example`),
      whatsapp_phone: fc.nat(VALUES).map((n) => `+39333000000${n}`),
      telegram_chat_id: fc.nat(VALUES).map((n) => `c${n}`),
    },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0)
const row: fc.Arbitrary<Row> = fc.record(
  { id: fc.nat(7), name: fc.constantFrom('Ada', 'Bo', 'Cleo'), given },
  { requiredKeys: ['name', 'given'] },
)
const file: fc.Arbitrary<File> = fc.record({
  people: fc.array(given, { maxLength: 5 }),
  rows: fc.array(row, { minLength: 2, maxLength: 8 }),
  matchBy: fc.constantFrom('all', 'all', 'id', 'email', 'whatsapp_phone', 'telegram_chat_id'),
})

/**
 * A file in which later rows use addresses that earlier rows remove from a recipient, and in which two rows match the
 * same recipient.
 */
const dependent: File = {
  people: [
    { email: 'p0@x.example', whatsapp_phone: '+393330000000', telegram_chat_id: 'c0' },
    { email: 'p1@x.example', whatsapp_phone: '+393330000001', telegram_chat_id: 'c1' },
  ],
  rows: [
    { name: 'Ada', given: { email: 'p0@x.example', whatsapp_phone: '+393330000002' } },
    { name: 'Bo', given: { email: 'p1@x.example', whatsapp_phone: '+393330000000' } },
    { name: 'Cleo', given: { email: 'p2@x.example', whatsapp_phone: '+393330000001' } },
    { name: 'Dan', given: { telegram_chat_id: 'c1' } },
    { name: 'Eve', given: { whatsapp_phone: '+393330000003', telegram_chat_id: 'c0' } },
  ],
  matchBy: 'all',
}

describe('set sizes of an import', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService('postgres', {}, 'api')
  })
  afterAll(() => test.stop())

  /**
   * Imports the file in sets of `set` rows. The result contains the positions of the recipients instead of their ids.
   */
  const outcome = async ({ people, rows, matchBy }: File, set: number) => {
    const tenant = await test.tenant()
    const at = `/workspaces/${tenant.workspace}/recipients`
    const ids: number[] = []
    for (const [place, person] of people.entries()) {
      const { status, body } = await test.manage('POST', at, { name: `Stored ${place}`, ...person })
      if (status === 201) ids.push(body.id)
    }
    const lines = rows.map(({ id, name, given: fields }) =>
      [id === undefined ? '' : (ids[id] ?? 999_999_999), name, ...FIELDS.map((field) => fields[field] ?? '')].join(),
    )
    const { status, body } = await upload(
      test,
      tenant,
      ['id,name', ...FIELDS].join().concat('\n', lines.join('\n')),
      `match_by=${matchBy}`,
    )
    expect(status).toBe(202)
    const onError = (error: unknown) => {
      throw error
    }
    const work = startImportWork({ db: test.service.db, clock: test.clock, set, onEventsRecorded: () => {}, onError })
    const result = await waitForImport(test, tenant, body.id)
    await work.stop()
    const { created, updated, unchanged, refused } = result
    const list = (await test.manage('GET', `${at}?limit=100`)).body.data.reverse() as ({ id: number } & Given)[]
    const refusedJson = JSON.stringify(
      (await test.manage('GET', `${at}/imports/${body.id}/refused?limit=100`)).body.data.map(
        ({ line, problems }: { line: number; problems: object }) => ({ line, problems }),
      ),
    )
    const places = list.map(({ id }, place) => [new RegExp(`recipient ${id}\\b`, 'g'), `recipient #${place}`] as const)
    return {
      counts: { created, updated, unchanged, refused },
      people: list.map(({ id: _, email, whatsapp_phone, telegram_chat_id, ...rest }) => {
        return [(rest as { name?: string }).name, email, whatsapp_phone, telegram_chat_id]
      }),
      refused: places.reduce((text, [id, place]) => text.replace(id, place), refusedJson),
    }
  }
  const outcomes = async (input: File) => {
    const found = []
    for (const size of SIZES) found.push(await outcome(input, size))
    return found
  }

  it('an import row can use an address that an earlier row removed from a recipient, however many rows are applied together', async () => {
    const [ones, threes, all] = await outcomes(dependent)
    expect(ones!.people).toEqual([
      ['Ada', 'p0@x.example', '+393330000002', 'c0'],
      ['Bo', 'p1@x.example', '+393330000000', 'c1'],
      ['Cleo', 'p2@x.example', '+393330000001', null],
    ])
    expect(ones!.counts).toEqual({ created: 1, updated: 2, unchanged: 0, refused: 2 })
    expect(ones!.refused).toContain('duplicate of line 3 (recipient #1, Bo): each person may have only one row')
    expect([threes, all]).toEqual([ones, ones])
  })

  it('an import creates the same recipients and refuses the same rows in sets of 1, 3 and 500 rows', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (input) => {
        const [ones, threes, all] = await outcomes(input)
        expect(threes).toEqual(ones)
        expect(all).toEqual(ones)
      }),
      runs(20),
    )
  })
})
