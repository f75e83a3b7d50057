// Response schemas of the management API: categories and preferences.
import { Type } from 'typebox'
import { open, orNull, shape } from '../shapes.ts'
import { at, string } from './answers.ts'

const preferenceLink = {
  url: Type.String({ description: 'Pass it only to the recipient.' }),
  expires_at: Type.String({ format: 'date-time', description: 'The link expires 30 days after its creation.' }),
}

export const preferenceShapes = [
  shape('Category', {
    slug: string,
    name: string,
    names: open('The name in other languages, by locale.'),
    description: orNull(string),
    required: Type.Boolean({ description: 'Whether recipients cannot decline the category.' }),
    allowed_by_default: Type.Boolean({ description: 'Whether recipients without a preference receive the messages.' }),
    created_at: at,
    updated_at: at,
  }),
  shape('Preferences', {
    unsubscribed_at: orNull(
      Type.String({
        format: 'date-time',
        description:
          'When the recipient unsubscribed from everything. Since then, only essential templates are sent. null if it did not.',
      }),
    ),
    data: Type.Array(
      Type.Object({
        category: string,
        name: string,
        required: Type.Boolean(),
        allowed_by_default: Type.Boolean(),
        allowed: orNull(Type.Boolean({ description: 'The value for the whole category. null if there is none.' })),
        effective: Type.Boolean({ description: 'The result on channels without a separate value.' }),
        channels: open('The values of single channels, by channel. They have priority over the value of the category.'),
      }),
      { description: 'One object for each category of the workspace.' },
    ),
  }),
  shape('PreferenceLink', preferenceLink),
]
