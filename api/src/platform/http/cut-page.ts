/** A page of a list of which one row more was read. `last` is the last row of the page if another page follows. */
export function cutPage<Row>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  return { page, last: rows.length > limit ? page.at(-1) : undefined }
}
