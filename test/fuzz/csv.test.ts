// Fuzzes files of recipients. The service can read every file that it wrote, and refuses an invalid file with a line
// number.
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, UnreadableCsv } from '../../src/lib/csv/csv-read.ts'
import { csvLine, withoutApostrophe } from '../../src/lib/csv/csv-write.ts'
import { columnsOf } from '../../src/recipients/import-columns.ts'
import { createRowValidator } from '../../src/recipients/import-rows.ts'
import { runs } from '../harness/fuzz.ts'

const marks = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  ' ',
  "'",
  '=',
  '+',
  '-',
  '@',
  '\ufeff',
  'sep=;',
  'é',
  '👍',
  'a',
]
const cell = fc.oneof(
  fc.array(fc.constantFrom(...marks), { maxLength: 6 }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme' }),
)

/** Splits the bytes into pieces at arbitrary positions. */
const split = (bytes: Buffer, sizes: number[]) => {
  const pieces: Buffer[] = []
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const end = at + Math.max(1, sizes[index % sizes.length] ?? bytes.length)
    pieces.push(bytes.subarray(at, end))
    at = end
  }
  return pieces
}
const pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

const read = async (bytes: Buffer, sizes: number[], longest = 100_000) => {
  const rows: { line: number; cells: string[] }[] = []
  for await (const row of readCsv(Readable.from(split(bytes, sizes)), longest)) rows.push(row)
  return rows
}

describe('fuzzed files of recipients', () => {
  it('reads CSV rows as they were written, however the file is split into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        pieces,
        async (rows, sizes) => {
          // The reader detects the separator in the first line. The first line therefore has a form that every program
          // writes.
          const table = [['name', 'email', 'note'], ...rows.filter((cells) => cells.some((text) => text.trim() !== ''))]
          const text = table.map((cells) => csvLine(cells)).join('')
          const back = await read(Buffer.from(text.toWellFormed()), sizes)
          expect(back.map(({ cells }) => cells.map(withoutApostrophe))).toEqual(
            table.map((cells) => cells.map((one) => one.toWellFormed())),
          )
        },
      ),
      runs(150),
    )
  })

  it('reads a CSV file of any bytes or refuses it with a line number, however the file is split into pieces', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all)),
      fc.array(cell, { maxLength: 12 }).map((all) => Buffer.from(all.join(','))),
    )
    const readOrError = (file: Buffer, sizes: number[]) =>
      read(file, sizes, 500).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnreadableCsv)
        return (error as UnreadableCsv).message
      })
    await fc.assert(
      fc.asyncProperty(bytes, pieces, async (file, sizes) => {
        const whole = await readOrError(file, [1_000_000])
        expect(await readOrError(file, sizes)).toEqual(whole)
      }),
      runs(200),
    )
  })

  it('accepts a CSV row with any cells, or reports the problems of the row', () => {
    const names = [
      'name',
      'email',
      'whatsapp_phone',
      'telegram_chat_id',
      'messenger_psid',
      'locale',
      'tags',
      'metadata.x',
      'preferred_channel',
      'id',
    ]
    const columns = columnsOf(names)
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 4 }), (rows) => {
        const judge = createRowValidator(columns)
        for (const [index, cells] of rows.entries()) {
          const details = judge({ line: index + 2, cells })
          expect(
            details === undefined ||
              Object.values(details)
                .flat()
                .every((message) => message !== ''),
          ).toBe(true)
        }
      }),
      runs(300),
    )
  })
})
