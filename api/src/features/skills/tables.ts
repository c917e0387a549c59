declare module '../../platform/db/tables.ts' {
  interface Tables {
    skills: Skills
  }
}

/** Maintained by a trigger on `profiles`. */
interface Skills {
  folded: string
  name: string
  members: number
}
