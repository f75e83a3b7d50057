// Response schemas of the management API: templates, their versions and previews.
import { type TSchema, Type } from 'typebox'
import { lengths } from '../../../limits.ts'
import { channel, open, orNull, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

const versionFields = {
  id: number,
  version: number,
  name: string,
  by: orNull(Type.String({ description: 'The member or token that saved the version.' })),
  at,
  current: Type.Boolean(),
}

export const templateShapes = [
  shape('Template', {
    id: number,
    slug: Type.String({ maxLength: lengths.templateSlug }),
    name: string,
    essential: Type.Boolean(),
    sensitive: Type.Array(string, { description: 'Names of variables whose values viewers do not see.' }),
    locales: open('The content of each locale: subject, body and content for single channels.'),
    version: number,
    created_at: at,
    updated_at: at,
    updated_by: orNull(
      Type.String({ description: 'The member or token that saved the template. null if the service saved it.' }),
    ),
  }),
  shape('TemplateVersion', versionFields),
  shape('TemplateVersionContent', {
    ...versionFields,
    essential: Type.Boolean(),
    sensitive: orNull(
      Type.Array(string, {
        description:
          'Names of sensitive variables. null if the version was saved before 0.2.0. Restoring this version adds these names to those of the template.',
      }),
    ),
    locales: open('The content of each locale: subject, body and content for single channels.'),
  }),
  shape(
    'Preview',
    {
      channel,
      locale: string,
      subject: orNull(string),
      body: string,
      own: Type.Optional(open('The content that is specific to this channel.')),
      missing: Type.Array(Type.String(), { description: 'The used variables that have no value.' }),
      variables: Type.Array(Type.String(), { description: 'All variables that this channel and locale use.' }),
      problems: Type.Array(Type.Object({ field: string, message: string }), {
        description: 'Limits that the message exceeds, and other problems.',
      }),
      message: open('The message as the channel shows it, as in the test inbox.'),
    },
    {
      channel: 'email',
      locale: 'en',
      subject: 'Order 17 is on its way',
      body: 'Hello {{name}}, order 17 left today.',
      missing: ['name'],
      variables: ['name', 'order'],
      problems: [],
      message: { channel: 'email', body: 'Hello {{name}}, order 17 left today.', html: '<!doctype html>…' },
    },
  ),
] satisfies TSchema[]
