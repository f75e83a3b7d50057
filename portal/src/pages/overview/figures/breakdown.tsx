// The figures of each channel or source. The numbers link to the messages that they count.
import { Anchor, Box, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { useNumbers } from '../../../texts/numbers.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { useFormats } from './formats.ts'
import type { ListLink } from './period.ts'

const SENT = 'sent,delivered,read'

export interface BreakdownRow {
  key: string
  name: ReactNode
  tally: Figures['total']
  link: ListLink
}

interface BreakdownProps {
  /** The title of the first column. */
  title: string
  figures: Figures
  rows: BreakdownRow[]
}

export function Breakdown({ title, figures, rows }: BreakdownProps) {
  const { figures: texts } = useTexts()
  const { percent, duration } = useFormats(figures)
  return (
    <div className="framed">
      <Table className="numbers" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{title}</Table.Th>
            <Table.Th ta="right">{texts.sent}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {texts.delivered}
            </Table.Th>
            <Table.Th ta="right">{texts.failed}</Table.Th>
            <Table.Th ta="right">{texts.failureRate}</Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              {texts.median}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              {texts.slowest}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, tally, link }) => (
            <Table.Tr key={key}>
              <Table.Td className="wrap-anywhere">
                <Anchor component={Link} {...link()} c="inherit">
                  {name}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right">
                <Count n={tally.sent} to={link({ status: SENT })} />
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                <Count n={tally.delivered} to={link({ status: 'delivered,read' })} />
              </Table.Td>
              <Table.Td ta="right">
                <Count n={tally.failed} to={link({ status: 'failed' })} />
              </Table.Td>
              <Table.Td ta="right">
                {tally.failure_rate === null ? (
                  '–'
                ) : (
                  <Anchor component={Link} {...link({ status: 'failed' })} inherit c="inherit">
                    <Rate share={tally.failure_rate} text={percent(tally.failure_rate)} />
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md">
                <Duration text={tally.p50_ms === null ? null : duration(tally.p50_ms)} to={link({ status: SENT })} />
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md">
                <Duration text={tally.p95_ms === null ? null : duration(tally.p95_ms)} to={link({ status: SENT })} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Count({ n, to }: { n: number; to: ReturnType<ListLink> }) {
  const numbers = useNumbers()
  return n === 0 ? (
    numbers(n)
  ) : (
    <Anchor component={Link} {...to} inherit>
      {numbers(n)}
    </Anchor>
  )
}

/** A time to send, with a link to the sent messages. */
function Duration({ text, to }: { text: string | null; to: ReturnType<ListLink> }) {
  return text === null ? (
    '–'
  ) : (
    <Anchor component={Link} {...to} inherit>
      {text}
    </Anchor>
  )
}

/** The failure rate from which the overview also reports a problem, as in src/overview/condition-traffic.ts. */
const HIGH_RATE = 0.05

function Rate({ share, text }: { share: number; text: string }) {
  return (
    <Box component="span" c={share > HIGH_RATE ? 'var(--mantine-color-red-text)' : undefined}>
      {text}
    </Box>
  )
}
