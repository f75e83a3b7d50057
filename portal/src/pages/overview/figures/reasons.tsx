// The reasons of failures with their remedies, the most frequent first.
import { Anchor, Box, Button, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { Channel } from '../../../parts/delivery-words.tsx'
import { PlainList } from '../../../parts/lists/plain-list.tsx'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { useFormats } from './formats.ts'
import type { ListLink } from './period.ts'

type Reason = Figures['reasons'][number]

interface ReasonsProps {
  figures: Figures
  link: ListLink
}

/** Number of reasons that are shown before the member opens the whole list. */
const FIRST = 5

export function Reasons({ figures, link }: ReasonsProps) {
  const { figures: texts } = useTexts()
  const [isWhole, setWhole] = useState(false)
  const { reasons } = figures
  const more = isWhole ? 0 : reasons.length - FIRST
  return (
    <Box>
      <Title order={2} mb="xs">
        {texts.reasons}
      </Title>
      {reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noFailures}
        </Text>
      ) : (
        <div className="framed reasons">
          <PlainList ordered label={texts.reasons}>
            {reasons.slice(0, isWhole ? undefined : FIRST).map((reason) => (
              <ReasonEntry key={`${reason.reason} ${reason.channel}`} reason={reason} figures={figures} link={link} />
            ))}
          </PlainList>
        </div>
      )}
      {more > 0 && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setWhole(true)}>
          {texts.moreReasons(more)}
        </Button>
      )}
    </Box>
  )
}

function ReasonEntry({ reason, figures, link }: ReasonsProps & { reason: Reason }) {
  const { figures: texts } = useTexts()
  const { percent } = useFormats(figures)
  const share = reason.count / Math.max(1, figures.total.failed)
  const name = texts.reasonNames[reason.reason] ?? (reason.reason || texts.unknownReason)
  const to = link({ status: 'failed', reason: reason.reason, channel: reason.channel })
  return (
    <li className="reason">
      <Stack gap={4}>
        <Text size="sm" fw={560} className="wrap-anywhere">
          {name}
        </Text>
        <Channel name={reason.channel} />
      </Stack>
      <Stack gap="xs">
        {reason.errors.map((error) => (
          <ErrorEntry key={error.delivery_id} error={error} />
        ))}
      </Stack>
      <Box className="reason-count numbers">
        <Anchor component={Link} {...to} size="sm" fw={560}>
          {texts.failures(reason.count)}
        </Anchor>
        <Progress value={share * 100} color="red" size={4} my={4} aria-hidden />
        <Text size="xs" c="dimmed">
          {texts.share(percent(share))}
        </Text>
      </Box>
    </li>
  )
}

function ErrorEntry({ error }: { error: Reason['errors'][number] }) {
  const { figures: texts } = useTexts()
  const pathTo = usePathTo()
  return (
    <Box fz="sm" className="wrap-anywhere">
      <Text size="sm" className="sentence">
        {error.message === null ? texts.unknownReason : <ServerSentence text={error.message} />}
      </Text>
      {error.remedy !== null && (
        <Text size="sm" c="dimmed">
          <ServerSentence text={error.remedy} />
        </Text>
      )}
      <Text size="xs" c="dimmed" className="numbers">
        {texts.failures(error.count)} ·{' '}
        <Anchor component={Link} to={pathTo(`deliveries/${error.delivery_id}`)} inherit>
          {texts.newest}
        </Anchor>
      </Text>
    </Box>
  )
}
