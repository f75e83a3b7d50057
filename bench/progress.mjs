// Prints one line about the progress of a benchmark, with the time of day.

/** @param {string} line */
export function report(line) {
  console.log(`${new Date().toISOString().slice(11, 19)}   ${line}`)
}

/** @param {number} value */
export const rounded = (value) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
