// Overview: how the workspace does.

import { PageFrame } from '../../parts/page-frame.tsx'
import { useTexts } from '../../texts/texts.tsx'

export default function OverviewPage() {
  const { overview } = useTexts()
  return <PageFrame title={overview.title} />
}
