// Shortens button labels to a provider's limit and keeps them distinct.
import { fitText } from '../../lib/text/fit-text.ts'

/**
 * Returns one label per action, with at most `limit` UTF-16 units. If two shortened labels are equal, the second label
 * gets a number, because providers refuse a message with two equal labels.
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
