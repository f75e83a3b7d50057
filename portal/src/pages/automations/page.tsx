// Automations: the list of rules that send templates.
import { Badge, Card, Group, Text } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Automation } from '../../../../sdk/src/api.ts'
import { usePages } from '../../api/queries.ts'
import { ListPage } from '../../parts/lists/list-page.tsx'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { type Texts, useTexts } from '../../texts/texts.tsx'
import { AutomationForm } from './automation-form.tsx'

export default function AutomationsPage() {
  const texts = useTexts()
  const { automations } = texts
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const pages = usePages('listAutomations', { path: { ws } })
  return (
    <ListPage
      texts={{ ...automations, create: automations.add, empty: automations.none, emptyText: automations.noneText }}
      icon={IconRobot}
      pages={pages}
      dialog={(opened, close) => (
        <AutomationForm
          opened={opened}
          onClose={close}
          onSaved={({ id }) => void navigate({ to: pathTo(`automations/${id}`) })}
        />
      )}
    >
      {(rows) => (
        <PlainList gap="sm">
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
        </PlainList>
      )}
    </ListPage>
  )
}

export function OnOff({ enabled }: { enabled: boolean }) {
  const { automations } = useTexts()
  return enabled ? <Badge color="green">{automations.on}</Badge> : <Badge color="gray">{automations.off}</Badge>
}

/** Returns the rule of an automation as a sentence. */
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
