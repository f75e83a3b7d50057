// Describes the limits of src/limits/lists.ts.
import { characters, type Group, group, INTERNAL, items, time } from '../limit-group.ts'
import { bulk, exportedDeliveries, figures, savedFilters, searches } from './lists.ts'

export const listGroups: Group[] = [
  group('Searches', searches, {
    text: characters('`words` of the list of deliveries'),
    words: items('words in `words`'),
    reason: characters('`reason` of the list of deliveries'),
  }),
  group('Figures of the overview', figures, {
    longest: time('the period between `from` and `to`', '422 on `from`'),
  }),
  group('Bulk operations', bulk, {
    deliveries: items('deliveries of one bulk operation', '422, or the newest deliveries that match the filter'),
    running: items('bulk operations of a workspace that run at the same time', '409'),
    set: INTERNAL,
    bytesOfASet: INTERNAL,
    lease: INTERNAL,
    search: time(
      'the search for the deliveries that match a filter',
      'the operation contains the deliveries that were found',
    ),
    draft: time('the time for which a preview that was not started is stored', 'the preview is deleted'),
    kept: time('the time for which the results of a bulk operation are stored', 'the results are deleted'),
  }),
  group('Exports of deliveries', exportedDeliveries, {
    rows: items('rows of one file', 'the file ends; export the older deliveries with `until`'),
  }),
  group('Saved filters', savedFilters, {
    most: items('saved filters of a member in one workspace', '409'),
    name: characters('the name of a saved filter'),
    characters: characters('all values of a saved filter together'),
  }),
]
