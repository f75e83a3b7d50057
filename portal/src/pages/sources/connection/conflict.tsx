// Another member saved the connection meanwhile: the settings that differ, and the choice between both versions.
import { Box, Button, Group, Stack } from '@mantine/core'
import { ProblemNotice, Shown } from '../../../parts/states.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { ConnectionDraft } from './connection-draft.ts'
import { type Draft, draftOf, type Field } from './settings-draft.ts'
import { type Target, useStored } from './target.ts'

interface ConflictProps {
  target: Target
  fields: Field[]
  form: ConnectionDraft
}

export function Conflict({ target, fields, form }: ConflictProps) {
  const { problems, sources } = useTexts()
  const query = useStored(target)
  // A refusal of the same version has another reason, such as an unfinished upgrade: there is nothing to choose.
  const isSame = query.isFetchedAfterMount && (query.data?.version ?? 0) === form.version
  if (isSame) return <ProblemNotice error={form.error} />
  return (
    <Stack gap="sm">
      <ProblemNotice error={form.error} title={problems.conflict} />
      <Shown query={query} lines={2}>
        {(theirs) =>
          query.isFetchedAfterMount && (
            <>
              <Box component="ul" my={0} pl="md" fz="sm" className="wrap-anywhere">
                {differences(fields, form.draft, draftOf(fields, theirs?.settings)).map(({ path, text }) => (
                  <li key={path}>{sources.connections.theirs(path, text)}</li>
                ))}
              </Box>
              <Group gap="xs">
                <Button onClick={() => form.save(theirs?.version ?? 0)}>{problems.overwrite}</Button>
                <Button variant="default" onClick={() => form.takeTheirs(theirs ?? undefined)}>
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

/** Texts that are not the same. Secrets are not shown and not compared. */
function differences(fields: Field[], mine: Draft, theirs: Draft): { path: string; text: string }[] {
  return fields.flatMap(({ path, schema, fields: inner }) => {
    const { text = '' } = theirs[path] ?? {}
    const differs = schema.secret !== true && text !== (mine[path]?.text ?? '')
    return [...(differs ? [{ path, text }] : []), ...differences(inner, mine, theirs)]
  })
}
