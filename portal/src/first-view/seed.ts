// The data that the server wrote into the page, so that the portal does not request it again.
import type { QueryClient } from '@tanstack/react-query'

/** The id of the element with the data. `src/http/pages/portal.ts` writes this element. */
const SEED_ID = 'first-data'

/** The cache keys of queries, and the answers of the API. */
export type Seed = [key: unknown[], answer: unknown][]

/** Puts the data of the page into the cache. Does nothing if the page has no data. */
export function plantSeed(client: QueryClient): void {
  const text = document.getElementById(SEED_ID)?.textContent
  if (!text) return
  for (const [key, answer] of JSON.parse(text) as Seed) client.setQueryData(key, answer)
}
