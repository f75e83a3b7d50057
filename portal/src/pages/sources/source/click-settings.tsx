// The button settings of a source: whether recipients confirm an action.
import { Alert, Anchor, Card, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Source } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function ClickSettings({ source }: { source: Source }) {
  const { sources } = useTexts()
  const pathTo = usePathTo()
  return (
    <Stack gap="md">
      <ConfirmClick source={source} />
      <Text size="sm" c="dimmed">
        {sources.brandMoved}{' '}
        <Anchor component={Link} to={pathTo('workspace')} size="sm" underline="always">
          {sources.toBrand}
        </Anchor>
      </Text>
    </Stack>
  )
}

function ConfirmClick({ source }: { source: Source }) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const change = useChange('changeSource', ['readSource', 'listSources'])
  // The switch shows the new value before the service confirms it. If the service refuses the change, the switch shows
  // the stored value again.
  const pendingValue = change.isPending ? change.variables.body.confirm_click : undefined
  return (
    <Card maw={620}>
      <Stack gap="sm">
        {source.confirm_click_recommended && !source.confirm_click && (
          <Alert color="yellow" variant="light" title={sources.confirmRecommended}>
            {sources.confirmRecommendedText}
          </Alert>
        )}
        {change.error && <ProblemNotice error={change.error} />}
        <Switch
          label={sources.confirmClick}
          description={sources.confirmClickText}
          disabled={!may.change}
          checked={pendingValue ?? source.confirm_click}
          onChange={(event) =>
            change.mutate(
              { path: { ws, source: source.id }, body: { confirm_click: event.currentTarget.checked } },
              { onSuccess: () => showToast(common.saved) },
            )
          }
        />
      </Stack>
    </Card>
  )
}
