// Somebody else saved the connection meanwhile: what they have where it differs, and the choice is the person's.
import { Box, Button, Group, Stack } from '@mantine/core'
import type { Connection } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { ProblemNotice, Shown } from '../../../parts/states.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type Draft, draftOf, type Field } from './settings-draft.ts'

interface ConflictProps {
  path: { ws: number; source: number; channel: ChannelName }
  error: unknown
  fields: Field[]
  mine: Draft
  /** Both with what is there now; undefined: nothing is connected any more. */
  onOverwrite: (theirs: Connection | undefined) => void
  onTakeTheirs: (theirs: Connection | undefined) => void
}

export function Conflict({
  path: { channel, ...path },
  error,
  fields,
  mine,
  onOverwrite,
  onTakeTheirs,
}: ConflictProps) {
  const { problems, sources } = useTexts()
  const query = useRead('listConnections', { path }, { fresh: true })
  const ofChannel = (rows: Connection[]) => rows.find((row) => row.channel === channel)
  return (
    <Stack gap="sm">
      <ProblemNotice error={error} title={problems.conflict} />
      <Shown query={query} lines={2}>
        {({ data }) =>
          query.isFetchedAfterMount && (
            <>
              <Box component="ul" my={0} pl="md" fz="sm" className="wrap-anywhere">
                {differences(fields, mine, draftOf(fields, ofChannel(data)?.settings)).map(({ path, text }) => (
                  <li key={path}>{sources.connections.theirs(path, text)}</li>
                ))}
              </Box>
              <Group gap="xs">
                <Button onClick={() => onOverwrite(ofChannel(data))}>{problems.overwrite}</Button>
                <Button variant="default" onClick={() => onTakeTheirs(ofChannel(data))}>
                  {problems.takeTheirs}
                </Button>
              </Group>
            </>
          )
        }
      </Shown>
    </Stack>
  )
}

/** Texts that are not the same; secrets are seen by nobody and compared by nobody. */
function differences(fields: Field[], mine: Draft, theirs: Draft): { path: string; text: string }[] {
  return fields.flatMap(({ path, schema, fields: inner }) => {
    const { text = '' } = theirs[path] ?? {}
    const differs = schema.secret !== true && text !== (mine[path]?.text ?? '')
    return [...(differs ? [{ path, text }] : []), ...differences(inner, mine, theirs)]
  })
}
