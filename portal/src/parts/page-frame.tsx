// The frame of every page: document title, heading, focus and actions.
import { Box, Group, Text, Title } from '@mantine/core'
import { type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react'
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
            {title}
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
