// The dialog that lists the keyboard shortcuts.
import { Group, Kbd, Stack, Text } from '@mantine/core'
import { pages } from '../pages/pages.ts'
import { Dialog } from '../parts/forms/dialog.tsx'
import { useStore } from '../state/store.ts'
import { useTexts } from '../texts/texts.tsx'
import { shortcutsShown } from './keys.ts'

export default function Shortcuts() {
  const texts = useTexts()
  const { palette } = texts
  const opened = useStore(shortcutsShown)
  const places = pages.flatMap(({ nav }) => (nav === undefined ? [] : [nav]))
  return (
    <Dialog opened={opened} onClose={() => shortcutsShown.set(false)} title={palette.shortcuts}>
      <Stack gap={6}>
        <Line text={palette.openPalette} keys={['Ctrl', 'K']} />
        <Line text={palette.help} keys={['?']} />
        <Line text={palette.close} keys={['Esc']} />
        <Text size="xs" c="dimmed" mt="sm">
          {palette.shortcutsIntro}
        </Text>
        {places.map((nav) => (
          <Line key={nav.key} text={nav.title(texts)} keys={['g', nav.key]} between={palette.thenKey} />
        ))}
      </Stack>
    </Dialog>
  )
}

function Line({ text, keys, between }: { text: string; keys: string[]; between?: string }) {
  return (
    <Group justify="space-between">
      <Text size="sm">{text}</Text>
      <Keys keys={keys} {...(between === undefined ? {} : { between })} />
    </Group>
  )
}

function Keys({ keys, between }: { keys: string[]; between?: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {keys.map((key, index) => (
        <Group gap={4} wrap="nowrap" component="span" key={key}>
          {index > 0 && (
            <Text span size="xs" c="dimmed">
              {between ?? '+'}
            </Text>
          )}
          <Kbd size="xs">{key}</Kbd>
        </Group>
      ))}
    </Group>
  )
}
