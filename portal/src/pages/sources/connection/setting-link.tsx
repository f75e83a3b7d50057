// The description of a setting, with a link to the page of the provider on which the value is found.
import { Anchor } from '@mantine/core'
import { useTexts } from '../../../texts/texts.tsx'
import type { Schema } from './settings-draft.ts'

export function SettingLink({ schema: { description, link, title = '' } }: { schema: Schema }) {
  const texts = useTexts().sources.connections
  return (
    <>
      {description}{' '}
      <Anchor underline="always" href={link} target="_blank" rel="noreferrer" inherit aria-label={texts.whereIs(title)}>
        {texts.where}
      </Anchor>
    </>
  )
}
