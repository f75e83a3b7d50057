// The details of a recipient: addresses, preferred channel, language, quiet hours, tags and metadata.
import { Badge, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { StoredRecipient } from '../../../../../sdk/src/api.ts'
import { textIn, useAddresses, useAddressWords } from '../../../parts/addresses.ts'
import { useChannelTitle } from '../../../parts/channels.ts'
import { Copy } from '../../../parts/copy.tsx'
import { Channel } from '../../../parts/delivery-words.tsx'
import { Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Devices } from './devices.tsx'

export function Facts({ recipient }: { recipient: StoredRecipient }) {
  return (
    <>
      <Addresses recipient={recipient} />
      <About recipient={recipient} />
      <Metadata metadata={recipient.metadata} />
    </>
  )
}

function Addresses({ recipient }: { recipient: StoredRecipient }) {
  const { recipients } = useTexts()
  const { label: labelOf } = useAddressWords()
  const there = (useAddresses().data ?? []).flatMap((described) => {
    const address = textIn(recipient, described.field)
    return address === '' ? [] : [{ channel: described.channel, address, label: labelOf(described) }]
  })
  return (
    <Card>
      <Title order={2} mb="sm">
        {recipients.reached}
      </Title>
      {there.length === 0 && recipient.push.length === 0 ? (
        <Text size="sm" c="dimmed">
          {recipients.noAddress}
        </Text>
      ) : (
        <dl className="recipient-facts">
          {there.map(({ channel, address, label }) => (
            <div key={channel} style={{ display: 'contents' }}>
              <dt>
                <Channel name={channel} />
              </dt>
              <dd>
                <Group gap={4} wrap="nowrap">
                  <span>{address}</span>
                  <Copy value={address} label={label} />
                </Group>
              </dd>
            </div>
          ))}
          {recipient.push.length > 0 && (
            <>
              <dt>
                <Channel name="push" />
              </dt>
              <dd>
                <Devices devices={recipient.push} />
              </dd>
            </>
          )}
        </dl>
      )}
    </Card>
  )
}

function About({ recipient }: { recipient: StoredRecipient }) {
  const { recipients, quietHours } = useTexts()
  const { preferred_channel: preferred, locale, tags, time_zone, quiet_hours: hours } = recipient
  const titleOf = useChannelTitle(preferred)
  return (
    <Card>
      <Title order={2} mb="sm">
        {recipients.about}
      </Title>
      <dl className="recipient-facts">
        <dt>{recipients.preferred}</dt>
        <dd>{preferred === null ? recipients.noPreference : titleOf(preferred)}</dd>
        <dt>{recipients.locale}</dt>
        <dd>{recipient.locale_is_default ? recipients.localeIsDefault(locale) : locale}</dd>
        {time_zone !== null && (
          <>
            <dt>{quietHours.recipientZone}</dt>
            <dd>{time_zone}</dd>
          </>
        )}
        {hours !== null && (
          <>
            <dt>{quietHours.title}</dt>
            <dd>{quietHours.words(hours.from, hours.to, hours.time_zone)}</dd>
          </>
        )}
        <dt>{recipients.tags}</dt>
        <dd>
          {tags.length === 0 ? (
            '–'
          ) : (
            <Group gap={4}>
              {tags.map((tag) => (
                <Badge key={tag} color="gray" maw="100%">
                  {tag}
                </Badge>
              ))}
            </Group>
          )}
        </dd>
        <dt>{recipients.number}</dt>
        <dd className="numbers">{recipient.id}</dd>
        <dt>{recipients.since}</dt>
        <dd>
          <Time at={recipient.created_at} />
        </dd>
      </dl>
    </Card>
  )
}

function Metadata({ metadata }: { metadata: Record<string, unknown> }) {
  const { recipients } = useTexts()
  const entries = Object.entries(metadata)
  if (entries.length === 0) return null
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>{recipients.metadata}</Title>
        <dl className="recipient-facts">
          {entries.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt className="wrap-anywhere">{name}</dt>
              <dd>{typeof value === 'string' ? value : <Code>{JSON.stringify(value)}</Code>}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Card>
  )
}
