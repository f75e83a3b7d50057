// The end of a test run's output: the slowest files and every failure, short enough to read after thousands of lines.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError } from 'vitest'
import type { TestModule } from 'vitest/node'

export interface Failure {
  /** The file and the full title of the test. For a failure outside tests, the name of the part that failed. */
  title: string
  /** The file and line relative to the current folder, or only the file if no line is known. */
  place: string
  message: string
}

/**
 * Maximum number of printed lines of an error message and the diff below it. The full text is earlier in the output,
 * where the test failed.
 */
const MOST_LINES = 12
const SLOWEST = 5

/** Returns each failed test, each file or suite that failed outside its tests, and each unhandled error. */
export function failuresOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Failure[] {
  return [
    ...modules.flatMap(failuresIn),
    ...unhandled.map((error) =>
      failureOf('Unhandled error', error, textOf(error.VITEST_TEST_PATH) || 'in no test file'),
    ),
  ]
}

function failuresIn(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests('failed')].map((test) =>
    failureOf(`${file} > ${test.fullName}`, test.result().errors?.[0], file),
  )
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => failureOf(`${file} > ${suite.fullName}`, error, file)),
  )
  const outside = [...module.errors().map((error) => failureOf(file, error, file)), ...suites]
  if (module.state() === 'failed' && tests.length + outside.length === 0)
    return [{ title: file, place: file, message: 'The file failed without an error.' }]
  return [...tests, ...outside]
}

function failureOf(title: string, error: SerializedError | undefined, file: string): Failure {
  const frame = error?.stacks?.find((candidate) => candidate.file.endsWith(file)) ?? error?.stacks?.[0]
  const place = frame === undefined ? file : `${path.relative(process.cwd(), frame.file)}:${frame.line}`
  const message = error === undefined ? 'No error was recorded.' : `${error.name ?? 'Error'}: ${error.message}`
  return { title, place, message: firstLines(`${message}\n${textOf(error?.diff)}`) }
}

/** Returns the value if it is a string, otherwise an empty string. A property of a thrown error can have any type. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function firstLines(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.length <= MOST_LINES ? lines.join('\n') : [...lines.slice(0, MOST_LINES), '…'].join('\n')
}

/**
 * Returns one line for the title of each failure, followed by its place and message. Returns an empty text if there are
 * no failures.
 */
export function failureText(failures: Failure[]): string {
  if (failures.length === 0) return ''
  const entries = failures.map(({ title, place, message }, index) => {
    const indented = message.replaceAll('\n', '\n     ')
    return `${String(index + 1).padStart(3)}. ${title}\n     ${place}\n     ${indented}\n`
  })
  return `\nFailed:\n\n${entries.join('\n')}\n`
}

/** Returns one line that names the files whose tests took longest, with seconds. */
export function slowestText(modules: readonly TestModule[]): string {
  const timed = modules.map((module) => ({
    file: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
  }))
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return `Slowest files: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`).join(', ')}\n`
}
