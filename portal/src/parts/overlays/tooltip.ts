// The tooltip of the component library, as a chunk of its own.
export { Tooltip as default } from '@mantine/core'
