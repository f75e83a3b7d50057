// The rules for a text: refused words, the length of sentences and titles, and the beginning of a sentence.
import { rules } from './words.mjs'

const MOST_WORDS = 35
const LEAST_TITLE_WORDS = 4

/**
 * Returns the problems of a text. Each problem states the replacement or the rule.
 * @param {import('./sources.mjs').Passage} passage
 * @returns {string[]}
 */
export function problemsOf({ kind, text }) {
  const problems = rules
    .filter(({ kinds }) => kinds?.includes(kind) ?? true)
    .flatMap(({ pattern, write }) => {
      const found = pattern.exec(text)
      return found ? [`"${found[0]}": write ${write}`] : []
    })
  if (kind === 'title' && wordsOf(text) < LEAST_TITLE_WORDS)
    problems.push(`"${text}": write the title as a full sentence`)
  if (kind !== 'comment' && kind !== 'docs') return problems
  for (const sentence of sentencesOf(text)) {
    const begin = sentence.slice(0, 40)
    if (kind === 'comment' && wordsOf(sentence) > MOST_WORDS)
      problems.push(`"${begin}…" has ${wordsOf(sentence)} words: write at most ${MOST_WORDS} in a sentence`)
    if (/^(?:What|Who|Whom|Whose|Whatever|Of) /u.test(sentence) && !sentence.endsWith('?'))
      problems.push(`"${begin}…": begin the sentence with the thing or the actor that it is about`)
  }
  return problems
}

/** @param {string} text */
function sentencesOf(text) {
  return text
    .split(/(?<=[.!?])["”)']?\s+(?=["“(']?\p{Lu})|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** @param {string} text */
function wordsOf(text) {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
