// The tooltip of the component library, as a separate chunk.
export { Tooltip as default } from '@mantine/core'
