// The form that adds a connection to a channel.
import { Select, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ChannelDescription, ProviderConnection } from '../../../../../sdk/src/api.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { ConnectionForm } from './connection-form.tsx'
import type { ConnectionPath } from './target.ts'

interface AddFormProps {
  place: ConnectionPath
  /** The providers for which a connection can still be added. */
  providers: ChannelDescription['providers']
  yes: string
  buttons?: ReactNode
  onAdded: (added: Pick<ProviderConnection, 'id'>) => void
}

export function AddForm({ place, providers, yes, buttons, onAdded }: AddFormProps) {
  const { sources, serverText } = useTexts()
  const texts = sources.connections.providers
  const may = useMay()
  // Use the choices of the first render. After a save, the refreshed list of providers no longer contains the provider
  // of this form.
  const [choices] = useState(providers)
  const [chosen, setChosen] = useState(choices[0]?.name)
  const provider = choices.find(({ name }) => name === chosen)
  return (
    <Stack gap="md">
      {choices.length > 1 && (
        <Select
          label={texts.provider}
          data={choices.map(({ name, title }) => ({ value: name, label: serverText(title) }))}
          value={chosen ?? null}
          onChange={(name) => setChosen(name ?? undefined)}
          allowDeselect={false}
          disabled={!may.change}
        />
      )}
      {provider && (
        <ConnectionForm
          key={provider.name}
          target={{ kind: 'added', place, provider: provider.name }}
          described={provider}
          stored={undefined}
          showsPause={false}
          yes={yes}
          buttons={buttons}
          onAdded={(added) => {
            showToast(texts.added)
            onAdded(added)
          }}
        />
      )}
    </Stack>
  )
}
