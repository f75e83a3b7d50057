// Plan and credits: limits, usage of this month, prices and the ledger of credits.
import { Badge, Card, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import type { WorkspaceDetail } from '../../../../sdk/src/api.ts'
import { usePages, useRead } from '../../api/queries.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, QueryResult, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useSession } from '../../session/session.ts'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useNumbers } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'
import { ChangePlan } from './change-plan.tsx'
import { GiveCredits } from './give-credits.tsx'
import { SmsUsage } from './sms-usage.tsx'

export default function PlanPage() {
  const { plan } = useTexts()
  const { id: ws } = useWorkspace()
  const { actor } = useSession()
  const query = useRead('readWorkspace', { path: { ws } })
  return (
    <PageFrame
      title={plan.title}
      text={plan.text}
      actions={
        actor.operator &&
        query.data && (
          <>
            <ChangePlan workspace={query.data} />
            <GiveCredits workspace={query.data} />
          </>
        )
      }
    >
      <Stack gap="xl">
        <QueryResult query={query}>{(workspace) => <Figures workspace={workspace} />}</QueryResult>
        <Prices />
        {query.data && hasSentSms(query.data.usage) && <SmsUsage />}
        <Ledger />
      </Stack>
    </PageFrame>
  )
}

interface Usage {
  used: number
  limit: number | null
  whatsapp: { used: number; limit: number | null }
}

function Figures({ workspace }: { workspace: WorkspaceDetail }) {
  const { plan } = useTexts()
  const { installation } = useSession()
  const number = useNumbers()
  const usage = readUsage(workspace.usage)
  const name = installation.plans.find(({ slug }) => slug === workspace.plan)?.name ?? workspace.plan
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Card withBorder padding="md">
        <Text size="sm" c="dimmed">
          {plan.plan}
        </Text>
        <Text fz={22} fw={620}>
          {name}
        </Text>
        <Meter label={plan.thisMonth} used={usage.used} limit={usage.limit} />
      </Card>
      <Card withBorder padding="md">
        <Text size="sm" c="dimmed">
          {plan.whatsapp}
        </Text>
        <Text fz={22} fw={620} className="numbers">
          {number(usage.whatsapp.used)}
        </Text>
        <Meter label={plan.thisMonth} used={usage.whatsapp.used} limit={usage.whatsapp.limit} />
      </Card>
      <Card withBorder padding="md">
        <Text size="sm" c="dimmed">
          {plan.credits}
        </Text>
        <Text fz={22} fw={620} className="numbers">
          {number(workspace.credits)}
        </Text>
        <Text size="sm" c="dimmed" mt="xs">
          {plan.creditsText}
        </Text>
      </Card>
    </SimpleGrid>
  )
}

function Meter({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const { plan } = useTexts()
  const number = useNumbers()
  const share = limit === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100)
  return (
    <Stack gap={6} mt="xs">
      <Text size="sm" className="numbers">
        {label}: {limit === null ? plan.withoutLimit(used) : plan.of(used, number(limit))}
      </Text>
      {limit !== null && (
        <Progress value={share} color={share >= 90 ? 'red' : 'verdigris'} aria-label={label} size="sm" />
      )}
    </Stack>
  )
}

/** Returns whether the workspace sent SMS messages this month. */
function hasSentSms({ by_channel: channels }: Record<string, unknown>): boolean {
  const { sms } = (channels ?? {}) as Record<string, { sent: number } | undefined>
  return sms !== undefined && sms.sent > 0
}

/** Reads the used messages and the limits from the response of `GET /usage`. */
function readUsage(usage: Record<string, unknown>): Usage {
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  const limit = (value: unknown) => (typeof value === 'number' ? value : null)
  const messages = (usage.messages ?? {}) as Record<string, unknown>
  const bundle = (usage.whatsapp ?? {}) as Record<string, unknown>
  return {
    used: number(messages.used),
    limit: limit(messages.limit),
    whatsapp: { used: number(bundle.used), limit: limit(bundle.limit) },
  }
}

function Prices() {
  const { channels, plan } = useTexts()
  const { installation } = useSession()
  const priced = Object.entries(channels).flatMap(([channel, name]) => {
    const cost = installation.credit_costs[channel]
    return cost === undefined ? [] : [{ channel, name, cost }]
  })
  return (
    <Stack gap="xs">
      <Title order={2}>{plan.prices}</Title>
      <Text size="sm" c="dimmed">
        {plan.pricesText}
      </Text>
      <Group gap="xs">
        {priced.map(({ channel, name, cost }) => (
          <Badge key={channel} variant="default" tt="none" fw={480}>
            {name}: {plan.cost(cost)}
          </Badge>
        ))}
      </Group>
    </Stack>
  )
}

function Ledger() {
  const { plan } = useTexts()
  const numbers = useNumbers()
  const pathTo = usePathTo()
  const { id: ws } = useWorkspace()
  const pages = usePages('readLedger', { path: { ws } })
  return (
    <Stack gap="sm">
      <Title order={2}>{plan.ledger}</Title>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconCoins} title={plan.noEntries}>
            {plan.noEntriesText}
          </Empty>
        }
      >
        {(rows) => (
          <Rows
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: plan.kind, cell: (entry) => plan.kinds[entry.kind] },
              { title: plan.amount, right: true, cell: ({ amount }) => `${amount > 0 ? '+' : ''}${numbers(amount)}` },
              { title: plan.balance, right: true, cell: ({ balance }) => numbers(balance) },
              {
                title: plan.note,
                from: 'sm',
                cell: (entry) =>
                  entry.delivery_id === null ? (
                    entry.note
                  ) : (
                    <RowLink to={pathTo(`deliveries/${entry.delivery_id}`)}>
                      {plan.ofDelivery(entry.delivery_id)}
                    </RowLink>
                  ),
              },
              { title: plan.when, from: 'sm', quiet: true, cell: ({ at }) => <Time at={at} /> },
            ]}
          />
        )}
      </ShownPages>
    </Stack>
  )
}
