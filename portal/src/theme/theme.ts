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

const sans = 'Inter, ui-sans-serif, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Open Sans", sans-serif'
const mono = 'ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, monospace'

export const theme = createTheme({
  colors: { verdigris, gray, dark },
  primaryColor: 'verdigris',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily: sans,
  fontFamilyMonospace: mono,
  headings: {
    fontFamily: sans,
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8438rem', md: '0.9063rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Components are referenced by name, so that a component loads only when a page uses it.
  components: {
    Notification: { defaultProps: { withCloseButton: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550 } },
    Button: { defaultProps: { size: 'sm', fw: 560 } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.4, blur: 2 } },
    },
    // Without `role: 'none'`, screen readers would announce the <header> of a modal as a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    NavLink: { defaultProps: { variant: 'subtle' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md', highlightOnHover: true } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } },
    },
  },
})
