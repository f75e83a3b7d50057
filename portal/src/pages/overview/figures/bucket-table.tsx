// The numbers of a chart as a table. Each row links to the messages of its time.
import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { useFormats } from './formats.ts'
import type { ListLink } from './period.ts'

type Bucket = Figures['buckets'][number]

interface BucketTableProps {
  title: string
  figures: Figures
  link: ListLink
  columns: { title: string; cell: (row: Bucket) => string }[]
}

/** The newest time is first. */
export function BucketTable({ title: name, figures, link, columns }: BucketTableProps) {
  const { figures: texts } = useTexts()
  const { bucket } = useFormats(figures)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the table
    <section className="bucket-table" tabIndex={0} aria-label={name}>
      <Table className="numbers" stickyHeader verticalSpacing={4} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.time}</Table.Th>
            {columns.map(({ title }) => (
              <Table.Th key={title} ta="right">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {figures.buckets.toReversed().map((row) => (
            <Table.Tr key={row.from}>
              <Table.Td>
                <Anchor
                  component={Link}
                  {...link({ from: row.from, to: row.to })}
                  size="sm"
                  aria-label={texts.openList(bucket(row.from))}
                >
                  {bucket(row.from)}
                </Anchor>
              </Table.Td>
              {columns.map(({ title, cell }) => (
                <Table.Td key={title} ta="right">
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
