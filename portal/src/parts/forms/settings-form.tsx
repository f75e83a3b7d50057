// A card with settings. If the member may not change them, the inputs are disabled.
import { Button, Card, Group, Stack } from '@mantine/core'
import type { FormEventHandler, PropsWithChildren } from 'react'
import { useMay } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { ProblemNotice } from '../states.tsx'

interface SettingsFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  change: { error: Error | null; isPending: boolean }
  /** True if there are unsaved changes. */
  dirty: boolean
}

export function SettingsForm({ onSubmit, change, dirty, children }: PropsWithChildren<SettingsFormProps>) {
  const { common } = useTexts()
  const may = useMay()
  return (
    <Card>
      <form onSubmit={onSubmit}>
        <fieldset className="bare" disabled={!may.change}>
          <Stack gap="md">
            {children}
            {change.error && <ProblemNotice error={change.error} />}
            {may.change && (
              <Group justify="flex-end">
                <Button type="submit" loading={change.isPending} disabled={!dirty}>
                  {common.save}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Card>
  )
}
