// The SQL that finds the variables of a message, without their values.

/**
 * An SQL expression for the variables in the column `content`, with an empty text in place of each value. It includes
 * the variables of the messages of a digest.
 */
export const VAR_NAMES = `(select jsonb_object_agg(name, '') from (
  select jsonb_object_keys(content->'vars')
  union select jsonb_object_keys(item->'vars') from jsonb_array_elements(content->'items'->'list') as item
) as names(name))`
