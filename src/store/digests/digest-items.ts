// The messages of digests that are not released.
import type { Content } from '../../channels/contract.ts'
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export type StoredItems = NonNullable<Content['items']>
/** The variables and data of one message of a digest. */
export type DigestItem = StoredItems['list'][number]

/**
 * Returns an SQL query for the items (`id`, `item`) that the template of the digest gets: at most `most`, with together at
 * most `characters`. The first item is always among them.
 */
export function firstItems(deliveryId: string, most: string, characters: string): string {
  return `select s.id, s.item from (
    select i.id, i.item, sum(i.characters) over (order by i.id) as total, row_number() over (order by i.id) as place
    from digest_items i where i.delivery_id = ${deliveryId} and i.item is not null order by i.id limit ${most}
  ) s where s.total <= ${characters} or s.place = 1`
}

/** Returns the messages of a digest that its template would get now. Returns none if the digest is released. */
export async function readDigestItems(
  c: Connection,
  id: number,
  bounds: { items: number; characters: number },
): Promise<DigestItem[]> {
  const rows = await rowsOf<{ item: DigestItem }>(c, {
    name: 'read-digest-items',
    text: `${firstItems('$1', '$2', '$3')} order by s.id`,
    values: [id, bounds.items, bounds.characters],
  })
  return rows.map(({ item }) => item)
}
