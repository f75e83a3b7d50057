// URLs of files that the browser downloads.

export function exportAddress(ws: number, mode: 'live' | 'test', tag: string | undefined): string {
  const query = new URLSearchParams({ mode, ...(tag === undefined ? {} : { tag }) })
  return `/v1/manage/workspaces/${ws}/recipients/export?${query}`
}

export function refusedAddress(ws: number, importId: number): string {
  return `/v1/manage/workspaces/${ws}/recipients/imports/${importId}/refused.csv`
}
