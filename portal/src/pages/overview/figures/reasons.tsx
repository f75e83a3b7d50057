// The reasons of failures with their remedies, the most frequent first.
import { Anchor, Box, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { Channel } from '../../../parts/delivery-words.tsx'
import { PlainList } from '../../../parts/lists/plain-list.tsx'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { usePathTo } from '../../../session/workspace.tsx'
import { useNumbers } from '../../../texts/numbers.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { useFormats } from './formats.ts'
import type { ListLink } from './period.ts'

type Reason = Figures['reasons'][number]

interface ReasonsProps {
  figures: Figures
  link: ListLink
}

export function Reasons({ figures, link }: ReasonsProps) {
  const { figures: texts } = useTexts()
  return (
    <Box>
      <Title order={2} mb="xs">
        {texts.reasons}
      </Title>
      {figures.reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noFailures}
        </Text>
      ) : (
        <div className="framed">
          <PlainList gap="xs" ordered label={texts.reasons}>
            {figures.reasons.map((reason) => (
              <ReasonEntry key={`${reason.reason} ${reason.channel}`} reason={reason} figures={figures} link={link} />
            ))}
          </PlainList>
        </div>
      )}
    </Box>
  )
}

function ReasonEntry({ reason, figures, link }: ReasonsProps & { reason: Reason }) {
  const { figures: texts } = useTexts()
  const numbers = useNumbers()
  const { percent } = useFormats(figures)
  const share = reason.count / Math.max(1, figures.total.failed)
  const name = texts.reasonNames[reason.reason] ?? (reason.reason || texts.unknownReason)
  const to = link({ status: 'failed', reason: reason.reason, channel: reason.channel })
  return (
    <li className="reason">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Group gap="sm">
          <Anchor component={Link} {...to} size="sm" fw={560}>
            {name}
          </Anchor>
          <Channel name={reason.channel} />
        </Group>
        <Text size="sm" className="numbers" style={{ whiteSpace: 'nowrap' }}>
          {numbers(reason.count)} · {percent(share)}
        </Text>
      </Group>
      <Progress value={share * 100} color="red" size={4} mt={4} mb="xs" aria-hidden />
      <Stack gap="xs">
        {reason.errors.map((error) => (
          <ErrorEntry key={error.delivery_id} error={error} />
        ))}
      </Stack>
    </li>
  )
}

function ErrorEntry({ error }: { error: Reason['errors'][number] }) {
  const { figures: texts } = useTexts()
  const pathTo = usePathTo()
  return (
    <Box fz="sm" className="wrap-anywhere">
      <Text size="sm">
        {error.message === null ? texts.unknownReason : <ServerSentence text={error.message} />}{' '}
        <Text span size="xs" c="dimmed" className="numbers">
          {texts.failures(error.count)} ·{' '}
          <Anchor component={Link} to={pathTo(`deliveries/${error.delivery_id}`)} inherit>
            {texts.newest}
          </Anchor>
        </Text>
      </Text>
      {error.remedy !== null && (
        <Text size="sm" c="dimmed">
          <ServerSentence text={error.remedy} />
        </Text>
      )}
    </Box>
  )
}
