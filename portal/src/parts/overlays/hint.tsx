// A tooltip whose code loads after the page. Until then, and if it cannot be loaded, its content has no tooltip.
import type { TooltipProps } from '@mantine/core'
import { type ComponentType, lazy, type PropsWithChildren, Suspense } from 'react'
import { loadLaterStyles } from '../../theme/later-styles.ts'

const Tooltip = lazy<ComponentType<TooltipProps>>(() =>
  Promise.all([import('./tooltip.ts'), loadLaterStyles()]).then(
    ([tooltip]) => tooltip,
    () => ({ default: ({ children }: PropsWithChildren) => children }),
  ),
)

export function Hint(props: TooltipProps) {
  return (
    <Suspense fallback={props.children}>
      <Tooltip {...props} />
    </Suspense>
  )
}
