// The check of wording that `npm run check` runs (scripts/wording.mjs).
import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../scripts/wording/problems.mjs'
import { passagesOf } from '../../scripts/wording/sources.mjs'

const problemsIn = (path: string, text: string) =>
  passagesOf(path, text).flatMap((passage) => problemsOf(passage).map((problem) => `${passage.line}: ${problem}`))

describe('the check of wording', () => {
  it.each([
    ['a line comment', 'a.ts', '// A caretaker reads this.\nconst a = 1\n'],
    ['a block comment', 'a.tsx', '/**\n * Returns the sum.\n * A caretaker reads this.\n */\nconst a = <b />\n'],
    ['a comment in a migration', 'a.sql', '-- a caretaker reads this\nselect 1;\n'],
    ['a comment in a shell script', 'a.sh', '# A caretaker reads this.\necho\n'],
    ['a page', 'a.md', 'A caretaker reads this.\n'],
    ['a cell of a table', 'a.md', '| a | a caretaker reads this |\n'],
    ['a string', 'a.ts', "const text = 'It reaches a caretaker too'\n"],
    ['a template', 'a.ts', 'const text = `It reaches two people and a caretaker`\n'],
    ['the title of a test', 'a.test.ts', "it('returns an error to a caretaker', () => {})\n"],
    ['the title of a test with rows', 'a.test.ts', "it.each(rows)('starts a caretaker for each row: %s', () => {})\n"],
  ])('reports a word from the list of refused words in %s, with its replacement', (_title, path, text) => {
    expect(problemsIn(path, text)).toEqual([expect.stringMatching(/^\d: "caretaker": write maintenance job/)])
  })

  it.each([
    ['code in a comment', 'a.ts', '// Calls `tell()` once.\nconst a = 1\n'],
    ['code in a page', 'a.md', 'Call it:\n\n```sh\ntell caretaker\n```\n\nUse `tell`.\n'],
    ['an identifier', 'a.ts', 'const caretaker = tell(happening)\n'],
    ['SQL', 'a.ts', "const text = 'select told from outgoing where tries > 3'\n"],
    ['a short string', 'a.ts', "const kind = 'tap'\n"],
  ])('accepts a word from the list of refused words in %s', (_title, path, text) => {
    expect(problemsIn(path, text)).toEqual([])
  })

  it('limits a sentence of a comment to 35 words, even if the sentence has several lines', () => {
    const words = (count: number) =>
      `// ${'Adds one '.repeat(count / 2 / 2)}\n// ${'more word '.repeat(count / 2 / 2)}.\n`
    expect(problemsIn('a.ts', words(32))).toEqual([])
    expect(problemsIn('a.ts', words(36))).toEqual([expect.stringContaining('has 36 words: write at most 35')])
  })

  it('refuses the title of a test with fewer than four words', () => {
    expect(problemsIn('a.test.ts', "it('takes a send', () => {})\n")).toHaveLength(1)
    expect(problemsIn('a.test.ts', "it('accepts a send request', () => {})\n")).toEqual([])
  })

  it('refuses a sentence that begins with What or Who and is not a question', () => {
    expect(problemsIn('a.md', 'What a process counts of its work.\n')).toEqual([
      expect.stringContaining('begin the sentence with the thing'),
    ])
    expect(problemsIn('a.md', 'What is a lane?\n')).toEqual([])
  })
})
