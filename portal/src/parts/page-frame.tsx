// The frame of every page: its title in the tab and on the page, where focus goes when one comes from elsewhere, its actions.
import { Box, Group, Text, Title } from '@mantine/core'
import { type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../texts/texts.tsx'

interface PageFrameProps {
  title: string
  /** One line under the title. */
  text?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** What stands above the title: where one came from. */
  before?: ReactNode
}

let first = true

export function PageFrame({ title, text, actions, before, children }: PropsWithChildren<PageFrameProps>) {
  const { brand } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
  // A reader's cursor and the keyboard start at the new page's title; on the first page the browser knows best.
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
