// The controls of the preview: the channel, and for email the width, the color scheme and the images.
import { Group, SegmentedControl, Select, Switch, Text } from '@mantine/core'
import { useChannelChoices } from '../../../../parts/channels.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import type { EmailView } from '../../../../parts/messages/shown-message.ts'
import { useTexts } from '../../../../texts/texts.tsx'

/** A window narrower than this number of pixels shows the email of a phone first. */
const NARROW = 600

export function firstView(): EmailView {
  return { width: window.innerWidth < NARROW ? 'phone' : 'desktop', isDark: false, loadsImages: false }
}

interface PreviewBarProps {
  channel: ChannelName
  onChannel: (channel: ChannelName) => void
  /** Undefined if the channel sends no HTML. */
  view: EmailView | undefined
  onView: (view: EmailView) => void
}

export function PreviewBar({ channel, onChannel, view, onView }: PreviewBarProps) {
  const { templates } = useTexts()
  const choices = useChannelChoices()
  return (
    <Group justify="space-between" mb="xs" gap="xs" align="center">
      <Text fw={600} size="sm">
        {templates.preview}
      </Text>
      <Group gap="xs">
        {view !== undefined && <ViewChoice view={view} onView={onView} />}
        <Select
          size="xs"
          w={150}
          aria-label={templates.previewAs}
          value={channel}
          onChange={(value) => value !== null && onChannel(value)}
          data={choices}
        />
      </Group>
    </Group>
  )
}

export function ViewChoice({ view, onView }: { view: EmailView; onView: (view: EmailView) => void }) {
  const { templates } = useTexts()
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={templates.previewWidth}
        value={view.width}
        onChange={(width) => onView({ ...view, width })}
        data={[
          { value: 'desktop', label: templates.desktop },
          { value: 'phone', label: templates.phone },
        ]}
      />
      <SegmentedControl
        size="xs"
        aria-label={templates.previewScheme}
        value={view.isDark ? 'dark' : 'light'}
        onChange={(scheme) => onView({ ...view, isDark: scheme === 'dark' })}
        data={[
          { value: 'light', label: templates.light },
          { value: 'dark', label: templates.dark },
        ]}
      />
    </>
  )
}

/** The switch that loads images, and a note if the email ignores the dark scheme. */
export function ViewNotes({
  view,
  onView,
  hasImages,
  ignoresDark,
}: {
  view: EmailView
  onView: (view: EmailView) => void
  hasImages: boolean
  ignoresDark: boolean
}) {
  const { templates } = useTexts()
  return (
    <>
      {hasImages && (
        <Switch
          size="xs"
          label={templates.loadImages}
          checked={view.loadsImages}
          onChange={(event) => onView({ ...view, loadsImages: event.currentTarget.checked })}
        />
      )}
      {view.isDark && ignoresDark && (
        <Text size="xs" c="dimmed">
          {templates.noDarkStyles}
        </Text>
      )}
    </>
  )
}
