// Management tokens: the list of the installation's tokens, for operators.
import { Button } from '@mantine/core'
import { IconPlus, IconTerminal2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, QueryResult } from '../../parts/states.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { NewToken } from './new-token.tsx'
import { TokenTable } from './token-table.tsx'

export default function TokensPage() {
  const { tokens } = useTexts()
  const [creating, setCreating] = useState(false)
  const query = useRead('listManagementTokens', {})
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {tokens.create}
    </Button>
  )
  return (
    <PageFrame title={tokens.title} text={tokens.text} actions={query.data?.data.length ? create : undefined}>
      <QueryResult query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={IconTerminal2} title={tokens.none} action={create}>
              {tokens.noneText}
            </Empty>
          ) : (
            <TokenTable tokens={data} />
          )
        }
      </QueryResult>
      <NewToken opened={creating} onClose={() => setCreating(false)} />
    </PageFrame>
  )
}
