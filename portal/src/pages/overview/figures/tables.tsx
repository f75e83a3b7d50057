// The reasons of failures, the channels and the sources of the period.
import { Box, SimpleGrid, Stack, Title } from '@mantine/core'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { Channel } from '../../../parts/delivery-words.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Breakdown } from './breakdown.tsx'
import type { ListLink } from './period.ts'
import { Reasons } from './reasons.tsx'
import './figures.css'

export default function Tables({ figures, link }: { figures: Figures; link: ListLink }) {
  const { figures: texts } = useTexts()
  return (
    <Stack gap="lg" mt="sm">
      <SimpleGrid cols={{ base: 1, xl: figures.sources.length > 1 ? 2 : 1 }} spacing="lg">
        <Box>
          <Title order={2} mb="xs">
            {texts.channels}
          </Title>
          <Breakdown
            title={texts.channel}
            figures={figures}
            rows={figures.channels.map((row) => ({
              key: row.channel,
              name: <Channel name={row.channel} />,
              tally: row,
              link: (search) => link({ channel: row.channel, ...search }),
            }))}
          />
        </Box>
        {figures.sources.length > 1 && (
          <Box>
            <Title order={2} mb="xs">
              {texts.sources}
            </Title>
            <Breakdown
              title={texts.source}
              figures={figures}
              rows={figures.sources.map((row) => ({
                key: String(row.source_id),
                name: row.name === '' ? texts.removedSource(row.source_id) : row.name,
                tally: row,
                link: (search) => link({ source: String(row.source_id), ...search }),
              }))}
            />
          </Box>
        )}
      </SimpleGrid>
      <Reasons figures={figures} link={link} />
    </Stack>
  )
}
