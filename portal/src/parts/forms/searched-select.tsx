// A select for long lists. The service searches for the typed text, so that every entry can be found.
import { type ComboboxItem, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

const TYPING_PAUSE_MS = 250
/** Maximum number of options that one search shows. */
const SHOWN = 50
/** The value of the line “Type to find more…” below an incomplete list. This line cannot be selected. */
const MORE = '\u0000more'

interface ChoiceProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** The selected value. It is '' or null without a selection. */
  value?: string | null
  onChange: (value: string | null) => void
  /** The label of the option that stands for “no selection”. */
  any?: string
}

/** Selects a template of the workspace by its slug. */
export function TemplateSelect(props: ChoiceProps) {
  const { id: ws } = useWorkspace()
  const search = useSearch(props.value)
  const query = { limit: SHOWN, ...search.query }
  const found = useRead('listTemplateSummaries', { path: { ws }, query }, { keep: true })
  const options = (found.data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: labelOf(slug, name) }))
  return <FoundSelect {...props} search={search} options={options} hasMore={!!found.data?.next_cursor} />
}

/** Selects a layout of the workspace by its slug. */
export function LayoutSelect(props: ChoiceProps) {
  const { id: ws } = useWorkspace()
  const search = useSearch(props.value)
  const found = useRead('listLayouts', { path: { ws }, query: { limit: SHOWN, ...search.query } }, { keep: true })
  const options = (found.data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: labelOf(slug, name) }))
  return <FoundSelect {...props} search={search} options={options} hasMore={!!found.data?.next_cursor} />
}

function labelOf(slug: string, name: string): string {
  return name === slug ? slug : `${name} (${slug})`
}

/** Selects a source of the workspace by its id. */
export function SourceSelect(props: ChoiceProps) {
  const { id: ws } = useWorkspace()
  const search = useSearch(props.value)
  const found = useRead('listSources', { path: { ws }, query: { limit: SHOWN, ...search.query } }, { keep: true })
  const options = (found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const isUnknown = !!props.value && search.chosen?.value !== props.value
  const chosen = useRead('readSource', { path: { ws, source: Number(props.value) } }, { enabled: isUnknown })
  return (
    <FoundSelect
      {...props}
      search={search}
      options={options}
      chosenName={chosen.data?.name}
      hasMore={!!found.data?.next_cursor}
    />
  )
}

interface PersonProps extends ChoiceProps {
  /** The name of the selected person, if the caller has it. The search result may not contain this person. */
  chosenName?: string | undefined
}

/** Selects a member of the workspace by the account id. */
export function MemberSelect(props: PersonProps) {
  const { id: ws } = useWorkspace()
  const search = useSearch(props.value)
  const found = useRead('listMembers', { path: { ws }, query: { limit: SHOWN, ...search.query } }, { keep: true })
  return <PersonSelect {...props} search={search} page={found.data} />
}

/** Selects an account of the installation by its id. */
export function AccountSelect(props: PersonProps) {
  const search = useSearch(props.value)
  const found = useRead('listAccounts', { query: { limit: SHOWN, ...search.query } }, { keep: true })
  return <PersonSelect {...props} search={search} page={found.data} />
}

interface MemberPage {
  data: { id: number; name: string; email: string }[]
  next_cursor: string | null
}

function PersonSelect({ page, ...props }: PersonProps & { search: Search; page: MemberPage | undefined }) {
  const options = (page?.data ?? []).map(({ id, name, email }) => ({ value: String(id), label: `${name} <${email}>` }))
  return <FoundSelect {...props} options={options} hasMore={!!page?.next_cursor} />
}

interface Search {
  setText: (text: string) => void
  /** The option that was selected last. The search result may not contain this option. */
  chosen: ComboboxItem | undefined
  setChosen: (option: ComboboxItem) => void
  /** The search parameter of the request. */
  query: { q?: string }
}

/** Holds the typed text and the query. The field does not search while it shows the label of the selected option. */
function useSearch(value: string | null | undefined): Search {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ComboboxItem>()
  const isLabel = text === (chosen?.value === value ? chosen?.label : value)
  const [q] = useDebouncedValue(isLabel ? '' : text.trim().slice(0, 255), TYPING_PAUSE_MS)
  return { setText, chosen, setChosen, query: q === '' ? {} : { q } }
}

interface FoundSelectProps extends ChoiceProps {
  search: Search
  options: ComboboxItem[]
  hasMore: boolean
  /** The name of a selection that was made before the field was mounted. */
  chosenName?: string | undefined
}

function FoundSelect({ search, options, hasMore, chosenName, any, value = null, onChange, ...rest }: FoundSelectProps) {
  const { common } = useTexts()
  const chosen = value ? chosenOf(value) : undefined
  const isListed = options.some((option) => option.value === chosen?.value)
  return (
    <Select
      {...rest}
      searchable
      data={[
        ...(any === undefined ? [] : [{ value: '', label: any }]),
        ...(chosen === undefined || isListed ? [] : [chosen]),
        ...options,
        ...(hasMore ? [{ value: MORE, label: common.typeForMore, disabled: true }] : []),
      ]}
      filter={({ options: all }) => all}
      onSearchChange={(text) => search.setText(text === any ? '' : text)}
      value={value}
      onChange={(next, option) => {
        if (option) search.setChosen({ value: next ?? '', label: option.label })
        onChange(next)
      }}
    />
  )

  function chosenOf(of: string): ComboboxItem {
    if (search.chosen?.value === of) return search.chosen
    return options.find((option) => option.value === of) ?? { value: of, label: chosenName ?? of }
  }
}
