import type { StorageEntry } from './storage-entries.ts'

interface Props {
  /** Read by screen readers only. */
  caption: string
  rows: readonly StorageEntry[]
}

/** Name on the left, purpose and retention on the right: two columns fit the narrowest screen. */
export function StorageTable({ caption, rows }: Props) {
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full table-fixed text-left text-sm/6">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="w-2/5 px-3 py-2 font-semibold sm:w-1/3 sm:px-4">
              Name
            </th>
            <th scope="col" className="px-3 py-2 font-semibold sm:px-4">
              What for, and how long
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line bg-surface">
          {rows.map(({ name, purpose, retention }) => (
            <tr key={name}>
              <th scope="row" className="px-3 py-3 align-top font-normal sm:px-4">
                <code>{name}</code>
              </th>
              <td className="px-3 py-3 align-top sm:px-4">
                <p>{purpose}</p>
                <p className="mt-1 text-muted">Kept: {retention}</p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
