// The current problems of the workspace. Each has a remedy, and a link to the page where a member can fix it.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Condition } from '../../../../sdk/src/api.ts'
import { useChannelTitle } from '../../parts/channels.ts'
import { TextWithTimes } from '../../parts/text-with-times.tsx'
import { Time } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** Maximum number of problems that are shown. A larger number of problems usually has one cause. */
const MOST_SHOWN = 10

export default function Conditions({ conditions }: { conditions: Condition[] }) {
  const { overview } = useTexts()
  if (conditions.length === 0) return null
  const more = conditions.length - MOST_SHOWN
  return (
    <Stack gap="sm" component="section" aria-label={overview.conditionsTitle}>
      {conditions.slice(0, MOST_SHOWN).map((condition) => (
        <ConditionAlert key={`${condition.kind}-${condition.link}-${condition.message}`} condition={condition} />
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {overview.moreConditions(more)}
        </Text>
      )}
    </Stack>
  )
}

function ConditionAlert({ condition }: { condition: Condition }) {
  const { overview, serverText } = useTexts()
  const titleOf = useChannelTitle(condition.channel)
  const { kind, severity, channel, since, link } = condition
  const { title, text, to } = overview.conditions[kind]
  const parts = {
    channel: channel === null ? '' : titleOf(channel),
    subject: condition.subject ?? '',
    reason: serverText(condition.reason ?? ''),
    remedy: serverText(condition.remedy),
    count: condition.count ?? 0,
    total: condition.total ?? 0,
  }
  return (
    <Alert
      color={severity === 'error' ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden />}
      title={title(parts)}
    >
      <Text size="sm" className="wrap-anywhere">
        <TextWithTimes text={text(parts)} />{' '}
        <Anchor component={Link} to={link} size="sm" underline="always">
          {to}
        </Anchor>
      </Text>
      {since !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          {overview.began} <Time at={since} />
        </Text>
      )}
    </Alert>
  )
}
