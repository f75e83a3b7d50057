// The theme of the portal: colors, fonts, spacing and component defaults.
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const verdigris: MantineColorsTuple = [
  '#eefaf7',
  '#d5f2ec',
  '#a9e4d9',
  '#74d1c3',
  '#45b8a8',
  '#259b8c',
  '#147f73',
  '#0f6f66',
  '#0c5750',
  '#083d39',
]

/** Grays with a slight green tint. */
const gray: MantineColorsTuple = [
  '#f7f9f8',
  '#eff2f1',
  '#e3e8e6',
  '#d2d9d7',
  '#b3bdba',
  '#8b9794',
  '#65716e',
  '#4a5553',
  '#323b39',
  '#1c2322',
]

const dark: MantineColorsTuple = [
  '#dfe6e4',
  '#b7c1be',
  '#99a5a2',
  '#6b7774',
  '#3d4745',
  '#2d3635',
  '#222a29',
  '#191f1f',
  '#131818',
  '#0d1111',
]

const sans =
  '"Hanken Grotesk", "Carillon Stand-in", ui-sans-serif, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'
const mono = 'ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, monospace'

export const theme = createTheme({
  colors: { verdigris, gray, dark },
  black: '#16201e',
  primaryColor: 'verdigris',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily: sans,
  fontFamilyMonospace: mono,
  headings: {
    fontFamily: sans,
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Components are referenced by name, so that a component loads only when a page uses it.
  components: {
    Notification: { defaultProps: { withCloseButton: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } },
    Button: { defaultProps: { size: 'sm', fw: 600 } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.4, blur: 2 } },
    },
    // Without `role: 'none'`, screen readers would announce the <header> of a modal as a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    NavLink: { defaultProps: { variant: 'subtle' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 'md', highlightOnHover: true } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } },
    },
  },
})
