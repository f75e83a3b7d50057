// Creates, reads, changes and deletes the categories of a workspace.
import { refuse } from '../../errors.ts'
import { counted } from '../../lib/text/plural.ts'
import { records } from '../../limits.ts'
import { type Connection, type Database, transaction } from '../../store/database.ts'
import {
  type CategoryFields,
  type CategoryRow,
  deleteCategory,
  findCategory,
  insertCategory,
  listCategories,
  templatesOfCategory,
  updateCategory,
} from '../../store/recipients/categories.ts'
import { requireWorkspace } from '../../workspaces/workspaces.ts'

export type CategoryInput = Partial<CategoryFields>

const DEFAULTS: Omit<CategoryFields, 'name'> = {
  names: {},
  description: null,
  required: false,
  allowed_by_default: true,
}

export async function categoriesOf(c: Connection, workspaceId: number) {
  await requireWorkspace(c, workspaceId)
  return (await listCategories(c, workspaceId)).map(categoryBody)
}

export async function categoryOf(c: Connection, workspaceId: number, slug: string) {
  return categoryBody(await requireCategory(c, workspaceId, slug))
}

/** Creates a category. Throws conflict if the slug is taken or the workspace has too many categories. */
export async function addCategory(
  db: Database,
  now: Date,
  workspaceId: number,
  slug: string,
  input: CategoryInput & { name: string },
) {
  return transaction(db, async (tx) => {
    await requireWorkspace(tx, workspaceId, true)
    if ((await listCategories(tx, workspaceId)).length >= records.categories)
      refuse(
        'conflict',
        `A workspace has at most ${counted(records.categories, 'category', 'categories')}. Remove a category first.`,
      )
    if (!(await insertCategory(tx, now, workspaceId, slug, { ...DEFAULTS, ...input })))
      refuse('conflict', `The workspace already has a category "${slug}".`)
    return categoryOf(tx, workspaceId, slug)
  })
}

/** Changes a category. Omitted fields stay unchanged. */
export async function changeCategory(db: Database, now: Date, workspaceId: number, slug: string, input: CategoryInput) {
  return transaction(db, async (tx) => {
    const before = await requireCategory(tx, workspaceId, slug, true)
    await updateCategory(tx, now, workspaceId, slug, { ...before, ...input })
    return categoryOf(tx, workspaceId, slug)
  })
}

/** Deletes a category and the preferences that name it. Throws conflict while a template has it as a default. */
export async function removeCategory(db: Database, workspaceId: number, slug: string): Promise<void> {
  await transaction(db, async (tx) => {
    await requireCategory(tx, workspaceId, slug, true)
    const users = await templatesOfCategory(tx, workspaceId, slug)
    if (users.length > 0)
      refuse(
        'conflict',
        `Templates use the category "${slug}": ${users.join(', ')}. Choose another category for them first.`,
      )
    await deleteCategory(tx, workspaceId, slug)
  })
}

/** Returns the name of a category in the first of these locales that it has, or its general name. */
export function nameOfCategory({ name, names }: Pick<CategoryRow, 'name' | 'names'>, locales: string[]): string {
  const tried = locales.flatMap((locale) => [locale, locale.split(/[-_]/)[0] ?? locale])
  return tried.flatMap((locale) => (Object.hasOwn(names, locale) ? (names[locale] ?? []) : []))[0] ?? name
}

const unknown = (slug: string) => `No category "${slug}" in this workspace.`

async function requireCategory(c: Connection, workspaceId: number, slug: string, lock = false): Promise<CategoryRow> {
  return (await findCategory(c, workspaceId, slug, lock)) ?? refuse('not_found', unknown(slug))
}

function categoryBody({ workspace_id: _, created_at, updated_at, ...row }: CategoryRow) {
  return { ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
