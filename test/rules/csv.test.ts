// Reading and writing CSV: what programs write, cut anywhere on its way, and what is no table.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { countBytes } from '../../src/lib/count-bytes.ts'
import { readCsv, UnreadableCsv } from '../../src/lib/csv/csv-read.ts'
import { csvLine, withoutApostrophe } from '../../src/lib/csv/csv-write.ts'

/** Read whole and byte by byte: both must say the same. */
async function read(text: string | Buffer, longest = 1000): Promise<[number, ...string[]][]> {
  const bytes = Buffer.from(text as string)
  const rowsOf = async (chunks: Buffer[]) => {
    const rows: [number, ...string[]][] = []
    for await (const { line, cells } of readCsv(Readable.from(chunks), longest)) rows.push([line, ...cells])
    return rows
  }
  const whole = await rowsOf([bytes])
  expect(await rowsOf(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole)
  return whole
}

const fault = async (text: string | Buffer, longest?: number) =>
  read(text, longest).then(
    () => 'was read',
    (error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableCsv)
      return (error as Error).message
    },
  )

describe('reading CSV', () => {
  it('takes commas, semicolons and tabs, whatever ends the lines', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const separator of [',', ';', '\t'])
        for (const last of ['', end])
          expect(await read(`name,email${end}Ada,a@x${end}Bo,b@x${last}`.replaceAll(',', separator))).toEqual([
            [1, 'name', 'email'],
            [2, 'Ada', 'a@x'],
            [3, 'Bo', 'b@x'],
          ])
  })

  it('passes over a byte order mark, a line that names the separator, and empty lines, and counts them', async () => {
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

  it('knows the line of a row after line breaks inside cells', async () => {
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

  it('says the line of what is no UTF-8', async () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1')
    expect(await fault(latin1('name\nAda\nJosé\n'))).toMatch(/^line 3 is not UTF-8: save the file as CSV in UTF-8/)
    expect(await fault(latin1('name\r\nAda\r\nBo\r\nMüller\r\nx\r\n'))).toMatch(/^line 4 is not UTF-8/)
    expect(await fault(latin1('name\rJosé'))).toMatch(/^line 2 /)
    expect(await fault(Buffer.from('\ufeffname\n', 'utf16le'))).toMatch(/^line 1 is not UTF-8/)
    expect(await fault(Buffer.from('name\nAda\n', 'utf16le'))).toMatch(/^line 1 contains NUL characters, as UTF-16 does/)
  })

  it('says the line where quotation marks go wrong, and of a row without end', async () => {
    expect(await fault('a,b\n1,2\n"3,4\n5,6\n')).toBe('line 3 begins a row with a quotation mark that is never closed')
    expect(await fault('a,b\n1,2\n3 "x",4\n')).toMatch(/^line 3 has a quotation mark inside a cell/)
    expect(await fault('a,b\n"1\n",2\n"3" x,4\n')).toMatch(/^line 4 has a quotation mark inside a cell/)
    expect(await fault(`a,b\n1,2\n${'x'.repeat(80)},2\n`, 50)).toMatch(/^line 3 begins a row of more than 50 bytes/)
  })
})

it('bytes are counted as they pass, and not one more than allowed', async () => {
  const read_ = async (most: number) => {
    const more = () => {
      throw new Error('more')
    }
    const { bytes, count } = countBytes(Readable.from([Buffer.alloc(3), Buffer.alloc(4)]), most, more)
    for await (const _ of bytes);
    return count()
  }
  expect(await read_(7)).toBe(7)
  await expect(read_(6)).rejects.toThrow('more')
})

describe('writing CSV', () => {
  it('quotes what has to be, and lets no spreadsheet calculate', () => {
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
  ])('guards %j, which a spreadsheet would calculate or cut, and reads it back', async (cell) => {
    const line = csvLine([cell, 'b'])
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
    const [[, ...back]] = (await read(line)) as [[number, ...string[]]]
    expect(back.map(withoutApostrophe)).toEqual([cell, 'b'])
  })

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
  ])('guards %j where a spreadsheet separates by semicolon or tab, and reads it back', async (cell, guarded) => {
    const line = csvLine([cell, 'b'])
    const [[, ...back]] = (await read(line)) as [[number, ...string[]]]
    expect([back, back.map(withoutApostrophe)]).toEqual([
      [guarded, 'b'],
      [cell, 'b'],
    ])
  })

  it('guards nothing else', () => {
    for (const cell of ['a=b', 'a;b=c', 'a;b', 'a\n(b)', "it's", "'x", '+39333', '1-1', 'ａ＝ｂ', ' x', '(1)', '👍'])
      expect(withoutApostrophe(cell)).toBe(cell)
    expect(csvLine(['a=b', '1-1', "'x", '+39333', '漢字'])).toBe("a=b,1-1,'x,+39333,漢字\r\n")
  })

  it('is read as what was written', async () => {
    const cells = ['=1+1', '+1', '-', '@', '\tx', "'=x", "''=x", "'x", '+39333', 'a "b"', 'c\r\nd', 'e;f', ' g ', '<b>']
    const [[, ...read_]] = (await read(csvLine(cells))) as [[number, ...string[]]]
    expect(read_.map(withoutApostrophe)).toEqual(cells)
  })
})
