// The known services of a provider. A choice fills in the server of the service and explains its credentials.
import { Anchor, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChannelDescription } from '../../../../../sdk/src/api.ts'
import { useTexts } from '../../../texts/texts.tsx'

export type Preset = ChannelDescription['providers'][number]['presets'][number]

interface PresetsProps {
  presets: Preset[]
  onChoose: (settings: Preset['settings']) => void
}

export function Presets({ presets, onChoose }: PresetsProps) {
  const { sources, serverText } = useTexts()
  const texts = sources.connections
  const [chosen, setChosen] = useState<Preset>()
  const choose = (name: string | null) => {
    const preset = presets.find((each) => each.name === name)
    setChosen(preset)
    if (preset) onChoose(preset.settings)
  }
  if (presets.length === 0) return null
  return (
    <Stack gap={4}>
      <Select
        label={texts.service}
        description={texts.serviceText}
        placeholder={texts.otherService}
        data={presets.map(({ name, title }) => ({ value: name, label: serverText(title) }))}
        value={chosen?.name ?? null}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': texts.clear(texts.service) }}
      />
      {chosen && (
        <Text size="sm" role="status">
          {serverText(chosen.help)}{' '}
          <Anchor href={chosen.link} target="_blank" rel="noreferrer" inherit>
            {texts.whereCredentials}
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}
