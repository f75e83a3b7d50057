// The frame of the pages before sign-in: one card in the center.
import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import { type PropsWithChildren, type ReactNode, useEffect } from 'react'
import { Bell } from '../shell/bell.tsx'
import { useTexts } from '../texts/texts.tsx'

export function OutsideFrame({ title, text, children }: PropsWithChildren<{ title: string; text?: ReactNode }>) {
  const { brand } = useTexts()
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
  return (
    <Box component="main" mih="100dvh" px="md" py={{ base: 32, sm: '12vh' }}>
      <Stack maw={400} mx="auto" gap="lg">
        <Group gap={10}>
          <Bell size={32} />
          <Text fw={650} fz="xl" style={{ letterSpacing: '-0.015em' }}>
            {brand}
          </Text>
        </Group>
        <Card p={{ base: 'lg', sm: 'xl' }}>
          <Title order={1} mb={4}>
            {title}
          </Title>
          {text !== undefined && (
            <Text c="dimmed" size="sm" mb="lg">
              {text}
            </Text>
          )}
          {children}
        </Card>
      </Stack>
    </Box>
  )
}
