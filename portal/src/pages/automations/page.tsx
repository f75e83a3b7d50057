// Automations: rules that send a template when something happens to a contact.
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Automation } from '../../api/operations.ts'
import { usePages } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { type Texts, useTexts } from '../../texts/texts.tsx'
import { AutomationForm } from './automation-form.tsx'

export default function AutomationsPage() {
  const texts = useTexts()
  const { automations } = texts
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const may = useMay()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const pages = usePages('listAutomations', { path: { ws } })
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {automations.add}
    </Button>
  )
  return (
    <PageFrame title={automations.title} text={automations.text} actions={may.change && add}>
      <AutomationForm
        opened={adding}
        onClose={() => setAdding(false)}
        onKept={({ id }) => void navigate({ to: pathTo(`automations/${id}`) })}
      />
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconRobot} title={automations.none} action={may.change && add}>
            {automations.noneText}
          </Empty>
        }
      >
        {(rows) => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {rows.map((row) => (
              <Card key={row.id} component="li" withBorder padding="md">
                <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                  <RowLink to={pathTo(`automations/${row.id}`)}>{row.name}</RowLink>
                  <OnOff enabled={row.enabled} />
                </Group>
                <Text size="sm" c="dimmed" mt={4} className="wrap-anywhere">
                  {sentenceOf(row, texts)}
                </Text>
              </Card>
            ))}
          </Stack>
        )}
      </ShownPages>
    </PageFrame>
  )
}

export function OnOff({ enabled }: { enabled: boolean }) {
  const { automations } = useTexts()
  return enabled ? <Badge color="green">{automations.on}</Badge> : <Badge color="gray">{automations.off}</Badge>
}

/** The rule as a person would say it. */
export function sentenceOf(
  { trigger, template }: Pick<Automation, 'trigger' | 'template'>,
  { automations }: Texts,
): string {
  const { type, tag = '', keyword = '' } = trigger
  const when =
    type === 'contact.tagged'
      ? automations.whenTagged(tag)
      : type === 'message.received'
        ? automations.whenReplied(keyword)
        : automations.whenCreated
  return automations.sentence(when, template)
}
