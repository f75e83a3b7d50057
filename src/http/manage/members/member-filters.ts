// The filters of the lists of members and accounts.
import { Type } from 'typebox'
import { role } from '../answers/members.ts'

const search = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Part of the name or email address. Upper and lower case make no difference.',
  }),
)
const withSecondFactor = Type.Optional(
  Type.Boolean({ description: 'Only accounts with a second factor, or only accounts without one.' }),
)
export const memberFilters = { q: search, role: Type.Optional(role), second_factor: withSecondFactor }
export const accountFilters = {
  q: search,
  operator: Type.Optional(Type.Boolean({ description: 'Only operators, or only other accounts.' })),
  second_factor: withSecondFactor,
}
