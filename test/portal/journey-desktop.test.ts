// Tests the journey through the portal on a light desktop.
import { sizes } from '../harness/browser.ts'
import { describeJourney } from './journey.ts'

describeJourney('the portal on a light desktop', { viewport: sizes.desktop, colorScheme: 'light' }, 10_000)
