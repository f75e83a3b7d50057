// The frame of every page: document title, heading, focus and actions.
import { Box, Group, Text, Title } from '@mantine/core'
import { Fragment, type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../texts/texts.tsx'

interface PageFrameProps {
  title: string
  /** A text of one line, which is shown below the title. */
  text?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** A link above the title that returns to the list. */
  before?: ReactNode
}

let first = true

export function PageFrame({ title, text, actions, before, children }: PropsWithChildren<PageFrameProps>) {
  const { brand } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
  // After a navigation, the focus moves to the title of the new page. On the first load, the browser sets the focus.
  useEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true })
    first = false
  }, [])
  return (
    <Box>
      {before}
      <Group justify="space-between" align="flex-start" mb="lg" gap="md">
        <Box style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Title order={1} ref={heading} tabIndex={-1} className="wrap-anywhere">
            <Breakable text={title} />
          </Title>
          {text !== undefined && (
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  )
}

/** A text that can wrap after each slash. Browsers do not wrap a URL there, and would cut its last word. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)(?!\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
