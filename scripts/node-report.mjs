// Formats the report about the runs on several versions of Node. The report has a line for each run, then the failures,
// then the totals.

/**
 * `text` contains the failures. For a version that was not run, `text` contains the reason and `seconds` is 0.
 * @typedef {{title: string, passed: number, failed: number, skipped: number, seconds: number, text: string}} Run
 */

/**
 * Returns the report. Its last line has the totals of all runs: `N passed, N failed, N skipped`.
 * @param {Run[]} runs
 */
export function report(runs) {
  const lines = runs.map((run) => `${stateOf(run)} ${run.title}${countsIn(run)} (${clockOf(run.seconds)})`)
  const failures = runs.filter(({ text }) => text !== '').map(({ title, text }) => `${title}\n${text.trim()}\n`)
  const total = {
    passed: sum(runs.map(({ passed }) => passed)),
    failed: sum(runs.map(({ failed }) => failed)),
    skipped: sum(runs.map(({ skipped }) => skipped)),
  }
  return ['', ...lines, '', ...failures, countsOf(total)].join('\n')
}

/** @param {Run} run */
function stateOf({ failed, seconds }) {
  return failed > 0 ? 'FAILED ' : seconds > 0 ? 'ok     ' : 'skipped'
}

/** @param {Run} run A passed run of the static checks has no counts. */
function countsIn(run) {
  return run.passed + run.failed + run.skipped === 0 ? '' : `: ${countsOf(run)}`
}

/** @param {{passed: number, failed: number, skipped: number}} counts */
function countsOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** @param {number} seconds */
function clockOf(seconds) {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
