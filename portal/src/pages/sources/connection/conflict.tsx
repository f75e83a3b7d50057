// Shown if another member changed the connection in the meantime: the settings that differ, and the choice between the
// two versions.
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { ConnectionDraft } from './connection-draft.ts'
import { type Draft, draftOf, type Field, titleOf } from './settings-draft.ts'
import { type ConnectionTarget, useStored } from './target.ts'

interface ConflictProps {
  target: ConnectionTarget
  fields: Field[]
  form: ConnectionDraft
}

export function Conflict({ target, fields, form }: ConflictProps) {
  const { problems, sources } = useTexts()
  const query = useStored(target)
  // If the stored version is the version of the form, the save was refused for another reason, such as an unfinished
  // upgrade. In this case there is nothing to choose.
  const isSame = query.isFetchedAfterMount && (query.data?.version ?? 0) === form.version
  if (isSame) return <ProblemNotice error={form.error} />
  return (
    <Stack gap="sm">
      <ProblemNotice error={form.error} title={problems.conflict} />
      <QueryResult query={query} lines={2}>
        {(theirs) => {
          if (!query.isFetchedAfterMount) return null
          // Another connection replaced this connection. The input must not be saved in the new connection, because it
          // would be combined with the secrets of the new connection.
          const isReplaced = theirs !== null && form.id !== undefined && theirs.id !== form.id
          return (
            <>
              {isReplaced && <Text size="sm">{sources.connections.replaced}</Text>}
              <Box component="ul" my={0} pl="md" fz="sm" className="wrap-anywhere">
                {differences(fields, form.draft, draftOf(fields, theirs?.settings)).map(({ field, text }) => (
                  <li key={field.path}>{sources.connections.savedValue(titleOf(field), text)}</li>
                ))}
              </Box>
              <Group gap="xs">
                {!isReplaced && <Button onClick={() => form.save(theirs?.version ?? 0)}>{problems.overwrite}</Button>}
                <Button variant="default" onClick={() => form.takeTheirs(theirs ?? undefined)}>
                  {problems.takeSaved}
                </Button>
              </Group>
            </>
          )
        }}
      </QueryResult>
    </Stack>
  )
}

/** Returns the settings whose values differ. Secrets are neither shown nor compared. */
function differences(fields: Field[], mine: Draft, theirs: Draft): { field: Field; text: string }[] {
  return fields.flatMap((field) => {
    const { path, schema, fields: inner } = field
    const { text = '' } = theirs[path] ?? {}
    const differs = schema.secret !== true && text !== (mine[path]?.text ?? '')
    return [...(differs ? [{ field, text }] : []), ...differences(inner, mine, theirs)]
  })
}
