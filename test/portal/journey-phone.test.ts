// Tests the journey through the portal on a dark phone.
import { sizes } from '../harness/browser.ts'
import { describeJourney } from './journey.ts'

describeJourney('the portal on a dark phone', { viewport: sizes.phone, colorScheme: 'dark' }, 10_000)
