// The reason why one connection of several is not used at the moment, with its remedy and a button that ends a pause.
import { Button, Stack, Text } from '@mantine/core'
import type { ProviderConnection } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { DueTime, Moment } from '../../../parts/time.tsx'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type ConnectionPath, staleConnectionQueries } from './target.ts'

interface UnavailableProps {
  place: ConnectionPath
  unavailable: NonNullable<ProviderConnection['unavailable']>
}

export function Unavailable({ place, unavailable }: UnavailableProps) {
  const texts = useTexts().sources.connections
  const may = useMay()
  const resume = useChange('resumeConnection', staleConnectionQueries)
  const { state, since, until, reason, remedy } = unavailable
  const end = () => resume.mutate({ path: place }, { onSuccess: () => showToast(texts.resumed) })
  return (
    <Stack gap="xs" align="flex-start">
      {reason !== null && (
        <Text size="sm" className="wrap-anywhere sentence">
          <ServerSentence text={reason} />
        </Text>
      )}
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        <ServerSentence text={remedy} />
      </Text>
      {since !== null && (
        <Text size="sm" c="dimmed">
          {state === 'failing' ? texts.providers.failingSince : texts.pausedSince} <Moment at={since} />
        </Text>
      )}
      {until !== null && (
        <Text size="sm" c="dimmed">
          {state === 'failing' ? texts.providers.nextTest : texts.pausedUntil} <DueTime at={until} />
        </Text>
      )}
      {resume.error && <ProblemNotice error={resume.error} />}
      {may.change && (
        <Button size="compact-sm" variant="default" onClick={end} loading={resume.isPending}>
          {texts.resume}
        </Button>
      )}
    </Stack>
  )
}
