// A card with a number. The whole card is a link to the page that explains the number.
import { Anchor, Box, Card, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import './tile.css'

/** The page of a link and its parameters. */
export interface Target {
  to: string
  search?: never
}

interface TileProps {
  title: string
  value: ReactNode
  /** A text beside the number. */
  unit?: string | undefined
  isBad?: boolean
  target?: Target | undefined
  /** Smaller texts below the number. */
  text?: ReactNode
  children?: ReactNode
}

export function Tile({ title, value, unit, isBad = false, target, text, children }: TileProps) {
  const content = (
    <>
      <Text span display="block" size="xs" c="dimmed" fw={550}>
        {title}
      </Text>
      <Group component="span" gap={6} align="baseline" mt={2}>
        <Text span className="numbers tile-value" c={isBad ? 'var(--mantine-color-red-text)' : undefined}>
          {value}
        </Text>
        {unit !== undefined && (
          <Text span size="xs" c="dimmed" className="numbers">
            {unit}
          </Text>
        )}
      </Group>
    </>
  )
  return (
    <Card padding="md" className={target && 'tile'}>
      {target ? (
        <Anchor component={Link} {...target} underline="never" c="inherit" className="tile-link">
          {content}
        </Anchor>
      ) : (
        <div>{content}</div>
      )}
      {text !== undefined && (
        <Box fz="xs" c="dimmed" className="numbers tile-text">
          {text}
        </Box>
      )}
      {children}
    </Card>
  )
}

interface Part {
  text: string
  /** Undefined if the figure is 0, because its list would be empty. */
  target: Target | undefined
}

/** Small figures below the number of a tile, each with its link. */
export function TileParts({ parts }: { parts: Part[] }) {
  return parts.map(({ text, target }, index) => (
    <Fragment key={text}>
      {index > 0 && ' · '}
      {target ? (
        <Anchor component={Link} {...target} c="dimmed" inherit underline="always">
          {text}
        </Anchor>
      ) : (
        text
      )}
    </Fragment>
  ))
}
