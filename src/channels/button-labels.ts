// Labels of buttons fitted to a provider's limit, each still different from the others.
import { fitText } from '../lib/text/fit-text.ts'

/**
 * One label per action, in at most `limit` UTF-16 units. One that is the same as an earlier one once cut is numbered:
 * providers refuse a message with two equal labels, and a person could not tell them apart.
 */
export function fitLabels(labels: string[], limit: number): string[] {
  const used = new Set<string>()
  return labels.map((whole) => {
    let label = fitText(whole, limit)
    for (let count = 2; used.has(label); count++) label = `${fitText(whole, limit - 1 - String(count).length)} ${count}`
    used.add(label)
    return label
  })
}
