// The workspace settings: name, default language, time zone, notice address, quiet hours and brand.
import { Button, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { WorkspaceDetail } from '../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { onlyChanged, settle, showToast } from '../../parts/forms/form-problems.ts'
import {
  QuietHoursFields,
  quietHoursBody,
  quietHoursRules,
  quietHoursValues,
} from '../../parts/forms/quiet-hours-fields.tsx'
import { SettingsForm } from '../../parts/forms/settings-form.tsx'
import { browserZone, ZoneSelect } from '../../parts/forms/zone-select.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Branding } from './branding.tsx'

export default function WorkspacePage() {
  const { workspaceSettings: texts } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readWorkspace', { path: { ws } })
  return (
    <PageFrame title={texts.title} text={texts.text}>
      <QueryResult query={query}>
        {(workspace) => (
          <Stack gap="xl">
            <Settings workspace={workspace} />
            <Branding workspace={workspace} />
          </Stack>
        )}
      </QueryResult>
    </PageFrame>
  )
}

function Settings({ workspace }: { workspace: WorkspaceDetail }) {
  const { common, workspaceSettings: texts, quietHours } = useTexts()
  const { installation } = useSession()
  const { name, default_locale, notice_email, time_zone, quiet_hours } = workspace
  const form = useForm({
    initialValues: {
      name,
      default_locale,
      time_zone,
      notice_email: notice_email ?? '',
      quiet_hours: quietHoursValues(quiet_hours),
    },
    validate: { quiet_hours: quietHoursRules(quietHours) },
  })
  const change = useChange('changeWorkspace', ['readWorkspace', 'listWorkspaces', 'readSession', 'readGettingStarted'])
  const submit = form.onSubmit((values) =>
    change.mutate(
      {
        path: { ws: workspace.id },
        body: onlyChanged(form, {
          ...values,
          notice_email: values.notice_email.trim() || null,
          quiet_hours: quietHoursBody(values.quiet_hours),
        }),
      },
      settle(form, () => {
        form.resetDirty()
        showToast(common.saved)
      }),
    ),
  )
  return (
    <section aria-label={texts.general} style={{ maxWidth: 620 }}>
      <Title order={2} mb="sm">
        {texts.general}
      </Title>
      <SettingsForm onSubmit={submit} change={change} dirty={form.isDirty()}>
        <TextInput
          label={common.name}
          description={texts.nameHint}
          required
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.locale}
          description={texts.localeHint}
          required
          maxLength={10}
          spellCheck={false}
          {...form.getInputProps('default_locale')}
        />
        <TimeZone value={form.values.time_zone} {...form.getInputProps('time_zone')} />
        <TextInput
          label={texts.notice}
          description={installation.mail ? texts.noticeHint : `${texts.noticeHint} ${texts.noMail}`}
          type="email"
          maxLength={320}
          {...form.getInputProps('notice_email')}
        />
        <QuietHoursFields form={form} hint={quietHours.workspaceHint} defaultZone={quietHours.ofWorkspace} />
      </SettingsForm>
    </section>
  )
}

interface TimeZoneProps {
  value: string
  onChange: (zone: string | null) => void
}

/** The time zone, with a button for the time zone of the browser. */
function TimeZone(props: TimeZoneProps) {
  const { workspaceSettings: texts } = useTexts()
  const own = browserZone()
  return (
    <div>
      <ZoneSelect label={texts.zone} description={texts.zoneHint} required {...props} />
      {props.value !== own && (
        <Button size="compact-xs" variant="subtle" mt={6} onClick={() => props.onChange(own)}>
          {texts.ownZone(own)}
        </Button>
      )}
    </div>
  )
}
