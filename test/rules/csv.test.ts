// Reading and writing CSV: the forms that programs write, streams that are split at any byte, and files that are not
// tables.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { countBytes } from '../../src/lib/count-bytes.ts'
import { readCsv, UnreadableCsv } from '../../src/lib/csv/csv-read.ts'
import { csvLine, withoutApostrophe } from '../../src/lib/csv/csv-write.ts'

/** Reads a text in one piece, and again byte by byte. Expects the same rows from both. */
async function read(text: string | Buffer, longest = 1000): Promise<[number, ...string[]][]> {
  const bytes = Buffer.from(text as string)
  const rowsOf = async (chunks: Buffer[]) => {
    const rows: [number, ...string[]][] = []
    for await (const { line, cells } of readCsv(Readable.from(chunks), longest)) rows.push([line, ...cells])
    return rows
  }
  const complete = await rowsOf([bytes])
  expect(await rowsOf(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(complete)
  return complete
}

const errorOf = async (text: string | Buffer, longest?: number) =>
  read(text, longest).then(
    () => 'was read',
    (error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableCsv)
      return (error as Error).message
    },
  )

describe('CSV reader', () => {
  it('reads commas, semicolons and tabs as separators, with any line ending', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const separator of [',', ';', '\t'])
        for (const last of ['', end])
          expect(await read(`name,email${end}Ada,a@x${end}Bo,b@x${last}`.replaceAll(',', separator))).toEqual([
            [1, 'name', 'email'],
            [2, 'Ada', 'a@x'],
            [3, 'Bo', 'b@x'],
          ])
  })

  it('skips a byte order mark, a separator line and empty lines, but counts the skipped lines in line numbers', async () => {
    expect(await read('\ufeffname\nÀda 👍\n')).toEqual([
      [1, 'name'],
      [2, 'Àda 👍'],
    ])
    expect(await read('\ufeffsep=;\r\nname;email\r\n\r\n;\r\na,b;c\r\n')).toEqual([
      [2, 'name', 'email'],
      [5, 'a,b', 'c'],
    ])
    expect(await read('\n\nname;email\n')).toEqual([[3, 'name', 'email']])
    expect([await read(''), await read('\n \n')]).toEqual([[], []])
  })

  it('reports the right line number for a row that follows a cell with line breaks', async () => {
    expect(await read('name,note\r\n"a\r\nb","c ""d"", e"\r\n\r\nf,g\r\n')).toEqual([
      [1, 'name', 'note'],
      [2, 'a\r\nb', 'c "d", e'],
      [5, 'f', 'g'],
    ])
    expect(await read('"a,b;c;d",e\n1,2\n')).toEqual([
      [1, 'a,b;c;d', 'e'],
      [2, '1', '2'],
    ])
  })

  it('reports the number of a line that is not UTF-8', async () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1')
    expect(await errorOf(latin1('name\nAda\nJosé\n'))).toMatch(/^line 3 is not UTF-8: save the file as CSV in UTF-8/)
    expect(await errorOf(latin1('name\r\nAda\r\nBo\r\nMüller\r\nx\r\n'))).toMatch(/^line 4 is not UTF-8/)
    expect(await errorOf(latin1('name\rJosé'))).toMatch(/^line 2 /)
    expect(await errorOf(Buffer.from('\ufeffname\n', 'utf16le'))).toMatch(/^line 1 is not UTF-8/)
    expect(await errorOf(Buffer.from('name\nAda\n', 'utf16le'))).toMatch(
      /^line 1 contains NUL characters, as UTF-16 does/,
    )
  })

  it('reports the line of a misplaced or unclosed quotation mark, and the line of a row that is too long', async () => {
    expect(await errorOf('a,b\n1,2\n"3,4\n5,6\n')).toBe(
      'line 3 begins a row with a quotation mark that is never closed',
    )
    expect(await errorOf('a,b\n1,2\n3 "x",4\n')).toMatch(/^line 3 has a quotation mark inside a cell/)
    expect(await errorOf('a,b\n"1\n",2\n"3" x,4\n')).toMatch(/^line 4 has a quotation mark inside a cell/)
    expect(await errorOf(`a,b\n1,2\n${'x'.repeat(80)},2\n`, 50)).toMatch(/^line 3 begins a row of more than 50 bytes/)
  })
})

it('counts the bytes of a stream, and throws when they exceed the limit', async () => {
  const countUpTo = async (most: number) => {
    const more = () => {
      throw new Error('more')
    }
    const { bytes, count } = countBytes(Readable.from([Buffer.alloc(3), Buffer.alloc(4)]), most, more)
    for await (const _ of bytes);
    return count()
  }
  expect(await countUpTo(7)).toBe(7)
  await expect(countUpTo(6)).rejects.toThrow('more')
})

describe('CSV writer', () => {
  it('quotes a cell where necessary, and adds an apostrophe before a formula', () => {
    expect(csvLine(['a', 1, null, 'b,c', 'd "e"', 'f\ng', 'h;i', ' j'])).toBe(
      'a,1,,"b,c","d ""e""","f\ng","h;i"," j"\r\n',
    )
    expect(csvLine(['=1+1', '+1+1', '-1', '@x', '\tx', "'=x", '+39333', "it's"])).toBe(
      `'=1+1,'+1+1,'-1,'@x,"'\tx",''=x,+39333,it's\r\n`,
    )
  })

  it.each([
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '﹦1',
    '﹢1',
    '﹣1',
    '﹫x',
    '−1',
    '\n=1',
    '\r\n=1',
    '\nplain',
    '\t=1',
    ' =1',
    '\u00a0=1',
    '\u3000＝1',
    '\ufeff=1',
    '\u200b@x',
    '\u0001=1+1',
    "\u0001'\u007f=1",
    '\u0085=1',
    "'\n=1",
    "'＝1",
  ])(
    'adds an apostrophe to the cell %j, which a spreadsheet would evaluate or truncate, and reads the original cell back',
    async (cell) => {
      const line = csvLine([cell, 'b'])
      expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
      const [[, ...back]] = (await read(line)) as [[number, ...string[]]]
      expect(back.map(withoutApostrophe)).toEqual([cell, 'b'])
    },
  )

  it.each([
    ['a;=HYPERLINK("https://evil.example";"x");b', `a;'=HYPERLINK("https://evil.example";"x");b`],
    ['a\t=1', "a\t'=1"],
    ['a\n=1', "a\n'=1"],
    ['a; \t\u0001@x', "a;' \t'\u0001@x"],
    ["a;'=1", "a;''=1"],
    ["a;' \t=1", "a;'' \t'=1"],
    ['=1;+2;;-3', "'=1;'+2;;'-3"],
    ['a;＝1', "a;'＝1"],
    ['{"note":"x;=1"}', `{"note":"x;'=1"}`],
  ])(
    'adds an apostrophe to the cell %j for spreadsheets that separate by semicolon or tab, and reads the original cell back',
    async (cell, guarded) => {
      const line = csvLine([cell, 'b'])
      const [[, ...back]] = (await read(line)) as [[number, ...string[]]]
      expect([back, back.map(withoutApostrophe)]).toEqual([
        [guarded, 'b'],
        [cell, 'b'],
      ])
    },
  )

  it('adds no apostrophe to a cell that no spreadsheet evaluates or truncates', () => {
    for (const cell of ['a=b', 'a;b=c', 'a;b', 'a\n(b)', "it's", "'x", '+39333', '1-1', 'ａ＝ｂ', ' x', '(1)', '👍'])
      expect(withoutApostrophe(cell)).toBe(cell)
    expect(csvLine(['a=b', '1-1', "'x", '+39333', '漢字'])).toBe("a=b,1-1,'x,+39333,漢字\r\n")
  })

  it('reads back the same cells that the CSV writer wrote', async () => {
    const cells = ['=1+1', '+1', '-', '@', '\tx', "'=x", "''=x", "'x", '+39333', 'a "b"', 'c\r\nd', 'e;f', ' g ', '<b>']
    const [[, ...read_]] = (await read(csvLine(cells))) as [[number, ...string[]]]
    expect(read_.map(withoutApostrophe)).toEqual(cells)
  })
})
