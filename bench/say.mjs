// How far a benchmark is, a line at a time with the time of day: none is silent for long.

/** @param {string} words */
export function say(words) {
  console.log(`${new Date().toISOString().slice(11, 19)}   ${words}`)
}

/** @param {number} value */
export const rounded = (value) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
